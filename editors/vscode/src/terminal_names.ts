/** A name that no other terminal has, so that terminals can be told apart: `termhost`, `termhost 2`, … */
export function nameApart(name: string, taken: readonly string[]): string {
  for (let number = 1; ; ++number) {
    const numbered = number === 1 ? name : `${name} ${number}`;
    if (!taken.includes(numbered)) return numbered;
  }
}
