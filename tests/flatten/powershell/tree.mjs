// A tree-sitter tree of PowerShell as text: without layout, comments and `;`, strings by their value.

const singleQuotes = "'\u2018\u2019\u201a\u201b";
const doubleQuotes = '"\u201c\u201d\u201e';
const controls = { 0: '\0', a: '\x07', b: '\b', e: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const layout = new Set(['comment', ';', 'empty_statement', 'command_argument_sep', 'statement_terminator']);

/** Text between double quotes; in a here-string quotes are plain. */
function expandableValue(text, hereString) {
  let out = '';
  for (let i = 0; i < text.length; i += 1) {
    const unicode = /^`u\{([0-9a-fA-F]+)\}/.exec(text.slice(i));
    if (unicode) {
      out += String.fromCodePoint(parseInt(unicode[1], 16));
      i += unicode[0].length - 1;
    } else if (text[i] === '`' && i + 1 < text.length) {
      i += 1;
      out += controls[text[i]] ?? text[i];
    } else {
      if (!hereString && doubleQuotes.includes(text[i]) && doubleQuotes.includes(text[i + 1] ?? ' ')) i += 1;
      out += text[i];
    }
  }
  return out;
}

const literalValue = (text) => text.slice(1, -1).replace(new RegExp(`[${singleQuotes}]([${singleQuotes}])`, 'g'), '$1');
const hereBody = (text) => text.replace(/^@.[^\n]*\n/, '').replace(/(^|\n).@$/, '');

function string(pieces) {
  const joined = [];
  for (const piece of pieces) {
    if (typeof piece === 'string' && typeof joined.at(-1) === 'string') joined[joined.length - 1] += piece;
    else joined.push(piece);
  }
  return JSON.stringify(joined.filter((piece) => piece !== ''));
}

const characterCode = (node) => /^\$\(\[char\](\d+)\)$/.exec(node.text)?.[1];

function expandable(node, hereString) {
  const pieces = [];
  const text = node.text;
  let at = hereString ? text.indexOf('\n') + 1 : 1;
  const end = hereString ? text.length - 2 - (text.at(-3) === '\n' && text.length - 2 > at ? 1 : 0) : text.length - 1;
  for (const child of node.namedChildren) {
    const begin = child.startIndex - node.startIndex;
    pieces.push(expandableValue(text.slice(at, begin), hereString));
    const code = characterCode(child);
    pieces.push(code === undefined ? [normalize(child)] : String.fromCharCode(Number(code)));
    at = child.endIndex - node.startIndex;
  }
  pieces.push(expandableValue(text.slice(at, end), hereString));
  return string(pieces);
}

/** A bare word with quotes in it: their kinds do not matter, their value does. */
function bareWord(text) {
  const pieces = text.match(/"(?:[^"`]|`[^]|"")*"|'(?:[^']|'')*'|`[^]|[^"'`]+|[^]/g) ?? [];
  return string(pieces.map((piece) => {
    if (piece.length > 1 && piece[0] === '"') return expandableValue(piece.slice(1, -1), false);
    if (piece.length > 1 && piece[0] === "'") return literalValue(piece);
    return piece[0] === '`' ? expandableValue(piece, false) : piece;
  }));
}

export function normalize(node) {
  switch (node.type) {
    case 'verbatim_string_characters': return string([literalValue(node.text)]);
    case 'verbatim_here_string_characters': return string([hereBody(node.text)]);
    case 'expandable_string_literal': return expandable(node, false);
    case 'expandable_here_string_literal': return expandable(node, true);
    case 'generic_token':
    case 'switch_clause_condition':
      if (node.childCount === 0) return bareWord(node.text);
      break;
    default: break;
  }
  const children = node.children.filter((child) => !layout.has(child.type)).map(normalize).filter((text) => text !== '()');
  if (node.childCount === 0) return node.isNamed ? `${node.type}:${node.text}` : node.text;
  if (children.length === 0) return '()';
  if (children.length === 1) return children[0];
  return `(${node.isNamed ? node.type : ''} ${children.join(' ')})`;
}
