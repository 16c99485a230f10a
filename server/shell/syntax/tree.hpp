// The syntax tree of a command line, one shape for all shell families. A tree is a value: nodes in one vector, linked
// by index, each with its place in the source. Flattening, submission and the approval engine read it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace termhost::shell {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = 0xFFFFFFFF;

/// Wrappers of one element are left out: a List's child is an AndOr, else a Pipeline, else a command.
enum class NodeKind : std::uint8_t {
  // Commands
  List,           ///< commands one after the other; the root is one. Bodies of compounds are Lists too
  AndOr,          ///< children joined by && or ||: the operator is that of the node after it (`op` And, Or)
  Pipeline,       ///< children joined by | or |& (`op` Pipe, PipeBoth of the node after it). Negated, Timed
  SimpleCommand,  ///< Assignment, Word and Redirection children in source order (PowerShell: Word, Expression, …)
  Subshell,       ///< ( List ) and redirections
  Group,          ///< { List }, fish begin…end, and redirections
  If,             ///< condition List, body List, … pairwise; a last odd List is else
  While,          ///< condition List, body List. fish while, PowerShell while and do: the same
  Until,          ///< the same
  For,            ///< Word variable(s), Words to go through, body List (PowerShell foreach: Expression)
  ArithmeticFor,  ///< Arithmetic, body List (PowerShell for: Lists)
  Select,         ///< as For
  Repeat,         ///< zsh: Word count, body List
  Case,           ///< Word, CaseItems (fish switch, PowerShell switch)
  CaseItem,       ///< pattern Words, body List
  Conditional,    ///< [[ … ]]: Words: operands and operators in source order, without && || ( )
  Arithmetic,     ///< (( … )) as a command, $(( … )) or $[ … ] as a part: the expansions inside are its children
  Function,       ///< Words (names; none: anonymous), body command, then Words (arguments of an anonymous one)
  Coproc,         ///< optional Word (name), command
  Always,         ///< zsh { } always { }, PowerShell try catch finally: Lists
  // Pieces of commands
  Assignment,   ///< text from name to `=` or `+=` is the name: see assignment_name; child: Subscript?, Word or Array?
  Subscript,    ///< […] of an assignment or of an array element: parts
  Array,        ///< ( … ): Words, or Assignments of elements without a name ([key]=value)
  Redirection,  ///< `op`; children: Word target, or HereDocument; for >&2 the target is the Word 2. See fd
  FileDescriptor,  ///< the fd or {variable} before the operator, first child of a Redirection
  HereDocument,    ///< delimiter Word, then HereBody
  HereBody,  ///< the lines, outside the span of its parents; its children are the expansions in it (none when Quoted)
  Word,      ///< parts; WITHOUT children the text itself is a plain literal
  // Parts of words
  Literal,       ///< plain text (line continuations may be inside: see literal_text)
  Escape,        ///< \x
  SingleQuoted,  ///< '…'
  AnsiQuoted,    ///< $'…'
  DoubleQuoted,  ///< "…", $"…": parts, Literal for text
  Parameter,     ///< $x, ${…}: children are the quoted pieces and expansions inside; the name: see parameter_name
  CommandSubstitution,  ///< $(…), `…`, ${ …; }, fish (…), PowerShell $(…) @(…): a List
  ProcessSubstitution,  ///< <(…), >(…), =(…): a List; `op` says which
  Glob,   ///< * ? […], or a group ( … ) of a pattern: the parts inside. Of a […] with quotes in it only the [
  Brace,  ///< {a,b}, {1..3}: the parts inside
  Tilde,  ///< ~, ~user at the start of a word
  // fish and PowerShell
  ScriptBlock,  ///< PowerShell { … } as a value: a List
  Expression,   ///< PowerShell expression: what it is made of, in source order; commands inside are nested as usual
  Attribute,    ///< PowerShell [Attribute(…)], [type]
  Class,        ///< PowerShell class, enum: bodies as Lists
};

enum class Operator : std::uint8_t {
  None,
  And,               ///< &&
  Or,                ///< ||
  Pipe,              ///< |
  PipeBoth,          ///< |&, fish &|
  Input,             ///< <
  InputOutput,       ///< <>
  Output,            ///< >
  OutputClobber,     ///< >|, >!
  Append,            ///< >> (and >>|, >>!)
  DuplicateIn,       ///< <&
  DuplicateOut,      ///< >&; in bash and zsh with a file name it writes both
  OutputBoth,        ///< &> and &>| &>! (>&word in csh fashion stays DuplicateOut)
  AppendBoth,        ///< &>>, >>&
  HereDocument,      ///< <<
  HereDocumentTabs,  ///< <<-
  HereString,        ///< <<<
  FileValue,         ///< =( … ) of zsh
  Other,             ///< a redirection of ksh (`<#`, `>#`) or another family: see the text
};

enum NodeFlag : std::uint16_t {
  Background = 1,     ///< the statement ended with & (or &|, &!)
  Negated = 2,        ///< ! before the pipeline, fish not
  Timed = 4,          ///< time before the pipeline
  Quoted = 8,         ///< here-document: no expansion
  Backquoted = 16,    ///< `…`: the children's text is the unescaped one
  Appending = 32,     ///< += of an assignment
  ShortForm = 64,     ///< zsh's short bodies
  Conjunction = 128,  ///< fish: the statement began with `and` or `or` (then `op` says which)
  Unparsed =
      256,  ///< the shell looks at the inside only when it runs it, and it has a syntax error: no children, or not all
};

struct Node {
  NodeKind kind = NodeKind::List;
  Operator op = Operator::None;
  std::uint16_t flags = 0;
  std::uint32_t begin = 0;  ///< bytes, in text `text`
  std::uint32_t end = 0;
  std::uint32_t text = 0;  ///< 0: the source. Others: what a pair of backquotes holds, unescaped
  NodeId first_child = no_node;
  NodeId next = no_node;  ///< next sibling
};

struct SyntaxError {
  enum class Kind {
    Incomplete,  ///< the shell would wait for more
    Invalid,     ///< the shell would refuse it
    TooDeep,     ///< more nested constructs than max_syntax_depth
    TooLong,     ///< more than max_syntax_bytes
  };
  Kind kind = Kind::Invalid;
  std::size_t position = 0;  ///< byte offset in the source
  std::string message;       ///< one sentence without the position
};

/// More than any script that was written by hand has (bash itself gives up between 1,000 and 5,000); keeps the stack
/// small.
inline constexpr int max_syntax_depth = 200;
inline constexpr std::size_t max_syntax_bytes = std::size_t{1} << 30;

/// Layout between tokens that must change when the text becomes one line.
struct Layout {
  enum class Role : std::uint8_t {
    Separator,     ///< newline that ends a command
    Blank,         ///< newline, or a control character used as a blank, that only separates tokens
    Continuation,  ///< backslash newline (fish too); PowerShell's backtick newline is a Blank
    Comment,
  };
  Role role = Role::Blank;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

class SyntaxTree {
 public:
  /// Range over the children of a node, for range-for.
  class Children {
   public:
    class Iterator {
     public:
      using iterator_category = std::forward_iterator_tag;
      using value_type = NodeId;
      using difference_type = std::ptrdiff_t;
      using pointer = const NodeId*;
      using reference = NodeId;
      Iterator() = default;
      Iterator(const SyntaxTree* tree, NodeId id) : tree_(tree), id_(id) {}
      NodeId operator*() const { return id_; }
      Iterator& operator++() {
        id_ = tree_->node(id_).next;
        return *this;
      }
      Iterator operator++(int) {
        Iterator old = *this;
        ++*this;
        return old;
      }
      bool operator==(const Iterator& other) const { return id_ == other.id_; }

     private:
      const SyntaxTree* tree_ = nullptr;
      NodeId id_ = no_node;
    };
    Children(const SyntaxTree* tree, NodeId first) : tree_(tree), first_(first) {}
    [[nodiscard]] Iterator begin() const { return {tree_, first_}; }
    [[nodiscard]] Iterator end() const { return {tree_, no_node}; }
    [[nodiscard]] bool empty() const { return first_ == no_node; }

   private:
    const SyntaxTree* tree_;
    NodeId first_;
  };

  [[nodiscard]] NodeId root() const { return root_; }
  [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id]; }
  [[nodiscard]] Node& node(NodeId id) { return nodes_[id]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] Children children(NodeId id) const { return {this, nodes_[id].first_child}; }
  /// The node's text as written (inside backquotes: as unescaped).
  [[nodiscard]] std::string_view text(NodeId id) const {
    const Node& n = nodes_[id];
    return whole(n.text).substr(n.begin, n.end - n.begin);
  }
  [[nodiscard]] std::string_view source() const { return texts_.front().whole; }
  /// Texts are the source and what each pair of backquotes holds.
  [[nodiscard]] std::size_t texts() const { return texts_.size(); }
  [[nodiscard]] std::string_view whole(std::uint32_t text) const {
    return text == 0 ? texts_.front().whole : texts_[text].whole;
  }
  /// The layout of one text, in rising order.
  [[nodiscard]] const std::vector<Layout>& layout(std::uint32_t text) const { return texts_[text].layout; }
  [[nodiscard]] const std::optional<SyntaxError>& error() const { return error_; }
  /// No error. With an error the tree holds the commands before it.
  [[nodiscard]] bool ok() const { return !error_; }
  /// The shell takes the text as complete at the end of a script, but would wait for more if it were typed: an open
  /// here-document, a final backslash.
  [[nodiscard]] bool open_ended() const { return open_ended_; }

  /// Bytes of a text for each reserved node: the densest script has words of two bytes. Reserved room costs no memory
  /// before it is used.
  static constexpr std::size_t bytes_per_node = 2;
  static constexpr std::size_t most_room = std::size_t{1} << 24;  ///< nodes; machines refuse to promise any amount

  // For parsers: nodes are added bottom up or top down and linked with `append`.
  explicit SyntaxTree(std::string source) {
    nodes_.reserve(std::min(source.size() / bytes_per_node, most_room));
    add_text(std::move(source));
  }
  NodeId add(const Node& node) {
    nodes_.push_back(node);
    return static_cast<NodeId>(nodes_.size() - 1);
  }
  /// Links `child` (and the nodes linked after it) after `last` (no_node: as first child). Returns the new last child.
  NodeId append(NodeId parent, NodeId last, NodeId child) {
    (last == no_node ? nodes_[parent].first_child : nodes_[last].next) = child;
    return child;
  }
  std::uint32_t add_text(std::string text) {
    texts_.push_back({std::move(text), {}});
    return static_cast<std::uint32_t>(texts_.size() - 1);
  }
  void add_layout(std::uint32_t text, const Layout& item) { texts_[text].layout.push_back(item); }
  void set_root(NodeId id) { root_ = id; }
  void set_error(SyntaxError error) { error_ = std::move(error); }
  void clear_error() { error_.reset(); }
  void set_open_ended() { open_ended_ = true; }
  void set_layout_role(std::uint32_t text, std::size_t index, Layout::Role role) {
    texts_[text].layout[index].role = role;
  }
  /// For a parser that must take back an attempt in the text that it reads.
  struct Mark {
    std::uint32_t text;
    std::size_t nodes, texts, layout;
  };
  [[nodiscard]] Mark mark(std::uint32_t text) const {
    return {text, nodes_.size(), texts_.size(), texts_[text].layout.size()};
  }
  void rewind(const Mark& mark) {
    nodes_.resize(mark.nodes);
    texts_.resize(mark.texts);
    texts_[mark.text].layout.resize(mark.layout);
  }

 private:
  struct Text {
    std::string whole;
    std::vector<Layout> layout;
  };

  std::vector<Node> nodes_;
  std::deque<Text> texts_;  // never moves a text: parsers hold views of them
  std::optional<SyntaxError> error_;
  NodeId root_ = no_node;
  bool open_ended_ = false;
};

}  // namespace termhost::shell
