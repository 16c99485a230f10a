/** A name that no other terminal has, so that terminals can be told apart: `termhost`, `termhost 2`, … */
export function nameApart(name: string, taken: readonly string[]): string {
  for (let number = 1; ; ++number) {
    const numbered = number === 1 ? name : `${name} ${number}`;
    if (!taken.includes(numbered)) return numbered;
  }
}

/** VS Code's list of terminals shows the first few letters: `termhost (trial): claude` is `claude (termhost, trial)` there. */
export function telling(name: string): string {
  const [, sandbox, agent] = /^termhost(?: \(([^)]+)\))?(?:: (.+))?$/s.exec(name) ?? [];
  if (agent === undefined) return sandbox === undefined ? name : `${sandbox} (termhost)`;
  return `${agent} (${['termhost', sandbox].filter(Boolean).join(', ')})`;
}
