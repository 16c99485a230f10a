import { visible } from './visible';

const LONGEST = 80;

/** A command in words of ours: its first line, cut, with nothing that would act in a text that knows links. */
export function oneLine(command: string, longest = LONGEST): string {
  const { text, whole } = firstOf(visible(command.trim()), longest);
  return whole ? text : `${text} …`;
}

/** What the server has made visible already, in the same way; whether that is all of it. */
export function firstOf(shown: string, longest = LONGEST): { text: string; whole: boolean } {
  const [first = '', ...rest] = shown.split('\n');
  const cut = Array.from(first).slice(0, longest).join(''); // no half of a surrogate pair
  return { text: cut.replaceAll('](', ']\u200b('), whole: cut === first && rest.length === 0 };
}
