/** Text of one message: large enough that messages cost nothing, far below the server's frame limit of 64 MiB. */
const FRAME_LENGTH = 256 * 1024;

/** Cuts text into pieces for one message each, never between the two halves of a surrogate pair. */
export function* frames(text: string, length = FRAME_LENGTH): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + length, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
