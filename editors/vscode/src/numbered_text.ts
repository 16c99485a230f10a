/** What `read_command_output` shows a model is a header line and numbered lines; this is the output in it. */
export function withoutNumbers(text: string): string {
  const lines = text.split('\n').slice(1);
  return lines.map((line) => line.replace(/^ *\d+ \| /, '')).join('\n');
}
