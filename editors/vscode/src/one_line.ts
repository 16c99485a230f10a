const LONGEST = 80;

/** A command in words of ours: its first line, cut, with nothing that would act in a text that knows links. */
export function oneLine(command: string, longest = LONGEST): string {
  const [first = '', ...rest] = command.trim().split('\n');
  const cut = first.slice(0, longest);
  const text = visible(cut).replaceAll('](', ']\u200b(');
  return cut !== first || rest.length > 0 ? `${text} …` : text;
}

/** A control character would change what is seen, or hide what is run. */
export function visible(text: string): string {
  return text.replace(/[\0-\x08\x0b-\x1f\x7f]/g, (character) => `^${String.fromCharCode(character.charCodeAt(0) ^ 64)}`);
}
