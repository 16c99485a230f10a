#include "oracle/approval/hostile_powershell.hpp"

#include <algorithm>

#include "oracle/approval/hostile_powershell_fragments.hpp"

namespace termhost::oracle {

std::string HostilePowerShell::harm() { return one_of(powershell::harms); }

std::string HostilePowerShell::block(int depth) {
  if (chance(45))
    return one_of({"{ $_ }", "{ $_.Name }", "{ $_.Length -gt 1kb }", "{ $_.FullName }", "{ $_ -like '*.txt' }",
                   "{ $true }", "{ }", "{ 1 }", "{ $_.Extension -eq '.txt' }", "{ \"$($_.Name) x\" }"});
  if (chance(30)) return "{ " + harm() + " }";
  if (chance(15)) return "{ param($x = $(" + harm() + ")) $_ }";
  if (chance(15)) return "{ " + one_of({"begin", "process", "end", "clean"}) + " { " + harm() + " } }";
  return "{ " + pipeline(depth + 1) + " }";
}

std::string HostilePowerShell::expression(int depth) {
  const std::string inner = depth < 2 && chance(40) ? pipeline(depth + 1) : harm();
  switch (below(16)) {
    case 0: return "(" + inner + ")";
    case 1: return "$(" + inner + ")";
    case 2: return "@(" + inner + ")";
    case 3: return "\"a $(" + inner + ")\"";
    case 4: return "\"$('a' + \"$(" + inner + ")\")\"";
    case 5: return "“$(" + inner + ")”";
    case 6: return "@{ n = 'x'; e = { " + inner + " } }";
    case 7: return "@{ Name = 'x'; Expression = " + block(depth + 1) + " }";
    case 8:
      return "(" + word(depth + 1) +
             one_of({" -as ", " -is ", " -replace ", " -f ", " -join ", " -split ", " + ", " -match ", " -in ", "..",
                     " -eq ", " ?? "}) +
             one_of({"'IO.StreamWriter'", "[IO.StreamWriter]", "[int]", "'int'", "'a'", "1", "$x"}) + ")";
    case 9:
      return one_of({"[IO.StreamWriter]", "[int]", "[xml]", "[string]", "[wmi]", "[type]", "[scriptblock]",
                     "[IO.FileInfo]", "[regex]", "[datetime]", "[version]", "[pscustomobject]", "[array]", "[ref]",
                     "[psobject]", "[IO.File]", "[Collections.Generic.List[int]]"}) +
             one_of({"'hit'", "'5'", "@{ a = 1 }", "$x", "(gi f)"});
    case 10:
      return one_of({"(gi f)", "$_", "'a'", "$x", "{ ni hit }", "(gc f)", "$PWD", "$Host", "$ExecutionContext"}) +
             one_of({".Delete()",
                     ".Name",
                     ".Length",
                     ".Invoke()",
                     ".ToString()",
                     ".'Delete'()",
                     ".\"Delete\"()",
                     ".Delete",
                     ".($x)()",
                     ".ToUpper()",
                     "?.Delete()",
                     ".PSObject.Methods",
                     ".Replace('a', 'hit')",
                     ".ForEach({ ni hit })",
                     ".Where({ ni hit })",
                     ".ForEach('Delete')",
                     ".CopyTo('hit')",
                     ".StartsWith('a')",
                     ".Trim()",
                     ".Split(',')",
                     "[0].Delete()",
                     ".MoveTo('hit')",
                     ".Parent"});
    case 11:
      return one_of({"[math]", "[string]", "[IO.Path]", "[IO.File]", "[Environment]", "[datetime]", "[guid]",
                     "[scriptblock]", "[Diagnostics.Process]", "[Activator]"}) +
             "::" +
             one_of({"Max(1, 2)", "Join(',', 'a')", "GetTempFileName()", "Create('hit')", "UserName", "Now",
                     "NewGuid()", "Start('touch', 'hit')", "Exit(1)", "PI", "SetEnvironmentVariable('X', 'y')",
                     "GetEnvironmentVariable('API_TOKEN')", "ReadAllText('.env')",
                     "CreateInstance([IO.StreamWriter], 'hit')"});
    case 12: return one_of({"@'\n", "@\"\n"}) + one_of({"a", "$(ni hit)", "`$(ni hit)"}) + one_of({"\n'@", "\n\"@"});
    case 13:
      return one_of({"$x = ", "$global:x = ", "$x += ", "[int]$x = ", "$env:X = ", "${function:f} = ", "$x, $y = ",
                     "$PSDefaultParameterValues = ", "$script:OFS = "}) +
             word(depth + 1);
    case 14:
      return one_of({"1..3", "'a', 'b'", "'.env'", "'f'", "'ni hit'", "@('f')", "1", "$x", "'f', '.env'", "'src'",
                     "@{ Path = '.env' }", "[pscustomobject]@{ Path = '.env' }",
                     "[pscustomobject]@{ PSPath = 'env:API_TOKEN' }"});
    default: return block(depth);
  }
}

std::string HostilePowerShell::word(int depth) {
  if (depth < 3 && chance(18)) return expression(depth + 1);
  if (depth < 3 && chance(6)) return block(depth + 1);
  return one_of(powershell::words);
}

std::string HostilePowerShell::parameter(int depth) {
  std::string name = one_of(powershell::parameters);
  if (chance(30)) name.resize(1 + below(name.size()));
  if (chance(15))
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const std::string dash = chance(92) ? "-" : one_of({"–", "—", "―", "--", "/"});
  if (chance(25)) return dash + name;
  return dash + name + (chance(15) ? one_of({":", ": "}) : " ") + word(depth + 1);
}

std::string HostilePowerShell::command(int depth) {
  if (chance(4)) return harm();
  std::string text = chance(4) ? one_of({"& ", ". ", "&"}) : std::string();
  text += one_of(powershell::commands);
  for (std::size_t i = below(3); i > 0; --i) text += ' ' + (chance(50) ? parameter(depth) : word(depth));
  if (chance(5))
    text += one_of({" > hit", " 2>&1", " > $null", " *> hit", " 2> hit", " *>&1", " >> f", " > $x", " > ($x)",
                    " 2>$null", " > function:gci", " > env:X"});
  return text;
}

std::string HostilePowerShell::pipeline(int depth) {
  std::string text = chance(25) ? expression(depth) : command(depth);
  while (chance(40)) {
    text += " | ";
    text += chance(50) ? one_of({"% ", "? ", "ForEach-Object ", "Where-Object ", "select ", "sort ", "Sort-Object ",
                                 "Group-Object ", "ft ", "Measure-Object ", "% Name", "% FullName", "% -Process ",
                                 "Select-Object -Property ", "Format-List ", "% -Begin ", "% -MemberName "}) +
                             (chance(60) ? block(depth + 1) : word(depth + 1))
                       : command(depth);
  }
  return text;
}

std::string HostilePowerShell::compound(int depth) {
  const std::string a = pipeline(depth + 1);
  switch (below(17)) {
    case 0: return "if (" + pipeline(depth + 1) + ") { " + a + " } else { " + pipeline(depth + 1) + " }";
    case 1:
      return "foreach (" +
             one_of({"$f", "$x", "$env:PATH", "$PSDefaultParameterValues", "${function:gci}", "$OFS", "$global:x"}) +
             " in " + word(depth) + ") { " + a + " }";
    case 2:
      return "for (" + one_of({"$i = 0", "$env:X = 1", "$i"}) + "; $i -lt 1; " + one_of({"$i++", "ni hit", "$i = 1"}) +
             ") { " + a + "; break }";
    case 3: return "while (" + a + ") { " + pipeline(depth + 1) + "; break }";
    case 4:
      return "do { " + a + " } " + one_of({"while", "until"}) + " (" + one_of({"$false", "$true", "ni hit"}) + ")";
    case 5:
      return "switch " + one_of({"", "-File ", "-Regex ", "-Wildcard ", "-f ", "–file "}) +
             one_of({"(1)", "f", ".env", "($x)", "(" + a + ")"}) + " { " +
             one_of({"1", "default", "{ ni hit }", "'a'", "{ $_ }"}) + " { " + pipeline(depth + 1) + " } }";
    case 6:
      return "try { " + a + " } " + one_of({"catch", "finally", "catch [Exception]"}) + " { " + pipeline(depth + 1) +
             " }";
    case 7: return "trap { " + a + " } throw 1";
    case 8:
      return one_of({"function", "filter"}) + " " + one_of({"g", "gci", "ls", "Get-Content", "git", "prompt"}) + " { " +
             a + " }; " + one_of({"g", "gci", "ls", "git status"});
    case 9: return one_of({"return ", "throw ", "exit ", "break ", "continue "}) + word(depth);
    case 10:
      return "class A { " +
             one_of({"[int] $x = $(ni hit)", "static [int] $x = $(ni hit)", "A() { ni hit }", "m() { ni hit }"}) +
             " }; " + one_of({"[A]::new()", "[A]::x", "[A]'x'", "1"});
    case 11: return "enum E { a = 1 }; [E]" + word(depth);
    case 12: return "data { " + a + " }";
    case 13:
      return one_of({"using module ./evil.psm1", "using namespace System.IO", "#requires -Modules ./evil",
                     "using assembly ./x.dll", "param($x = (ni hit))", "[CmdletBinding()]param()"}) +
             "\n" + a;
    case 14: return one_of({":l ", ""}) + "foreach ($f in gci) { " + a + " $f }";
    case 15: return "$x = " + word(depth) + "; " + command(depth) + " " + one_of({"$x", "@x", "\"$x\"", "$x.Name"});
    default: return a + one_of({" && ", "; ", " || ", "\n", " & "}) + pipeline(depth + 1);
  }
}

/// A line of the fixtures with one word put in or exchanged.
std::string HostilePowerShell::changed_seed() {
  std::string text = seeds_[below(seeds_.size())];
  for (std::size_t times = 1 + below(2); times > 0; --times) {
    const std::string piece = chance(40) ? parameter(1) : word(1);
    std::vector<std::size_t> blanks;
    for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1)) blanks.push_back(at);
    if (blanks.empty()) return text + ' ' + piece;
    const std::size_t from = blanks[below(blanks.size())];
    const std::size_t to = chance(50) ? from : std::min(text.find(' ', from + 1), text.size());
    text = text.substr(0, from) + ' ' + piece + text.substr(to);
  }
  return text;
}

std::string HostilePowerShell::line() {
  if (!seeds_.empty() && chance(40)) return changed_seed();
  std::string text = chance(25) ? compound(0) : pipeline(0);
  while (chance(12)) text += one_of({"; ", " && ", "\n", " || "}) + pipeline(0);
  return text;
}

}  // namespace termhost::oracle
