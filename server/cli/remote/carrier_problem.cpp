#include "cli/remote/carrier_problem.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "text/visible.hpp"

namespace termhost::cli {
namespace {

constexpr std::size_t longest_quote = 200;
constexpr int not_executable = 126, not_found = 127;

/// {0} the machine; {1} the carrier's own words; {2} the last word of its command line, for ssh the host.
struct CarrierProblem {
  std::string_view said;
  std::string_view sentence;
};
constexpr std::array ssh_problems{
    CarrierProblem{
        "REMOTE HOST IDENTIFICATION HAS CHANGED",
        "the key of {0} is not the one that ssh knows: it may be another machine; ask who runs it, and correct "
        "ssh's known_hosts"},
    CarrierProblem{"Host key verification failed",
                   "ssh does not know the key of {0}; connect once by `ssh {2}` and compare the key"},
    CarrierProblem{"Permission denied",
                   "{0} refused the login ({1}); make sure that `ssh {2} true` works without a question"},
    CarrierProblem{"Too many authentication failures",
                   "{0} refused the login ({1}); make sure that `ssh {2} true` works without a question"},
    CarrierProblem{"Could not resolve hostname", "the host name in {0} is unknown ({1})"},
    CarrierProblem{"Connection refused", "{0} cannot be reached ({1})"},
    CarrierProblem{"Connection timed out", "{0} cannot be reached ({1})"},
    CarrierProblem{"No route to host", "{0} cannot be reached ({1})"},
};

std::string last_line(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text::visible_line(text.substr(text.rfind('\n') + 1), longest_quote);
}

bool names_missing_shell(const Destination& destination, int status, std::string_view errors) {
  const bool missing = status == not_executable || status == not_found;
  const bool named = errors.find("sh\": executable file not found") != std::string_view::npos ||
                     errors.find("sh: not found") != std::string_view::npos ||
                     errors.find("sh: No such file") != std::string_view::npos;
  return named || (missing && destination.ssh);
}

}  // namespace

std::string carrier_problem(const Destination& destination, int status, std::string_view errors) {
  const std::string words = last_line(errors);
  if (destination.ssh)
    for (const auto& [said, sentence] : ssh_problems)
      if (errors.find(said) != std::string_view::npos)
        return fmt::format(fmt::runtime(sentence), destination.name, words, destination.carrier.back());
  if (names_missing_shell(destination, status, errors))
    return fmt::format("{} has no `sh`, which termhost needs there ({})", destination.name, words);
  return fmt::format("`{}` ended with status {} before termhost began there{}", destination.carrier.front(), status,
                     words.empty() ? "" : ": " + words);
}

std::string silent_carrier(const Destination& destination, std::chrono::seconds time, std::string_view errors) {
  const std::string words = last_line(errors);
  return fmt::format(
      "{} did not answer within {} s{}: it cannot be reached, or a startup file there (such as .bashrc) waits for "
      "input; make sure that `{}` ends",
      destination.name, time.count(), words.empty() ? "" : " (" + words + ")", destination.trial);
}

}  // namespace termhost::cli
