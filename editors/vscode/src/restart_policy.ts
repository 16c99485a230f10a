const MOST_CRASHES = 5;
const WITHIN_MS = 3 * 60_000;

/** Start again after a crash, but not for ever: five crashes within three minutes are enough. */
export class RestartPolicy {
  private crashes: number[] = [];

  shouldRestart(now: number): boolean {
    this.crashes = [...this.crashes.filter((time) => now - time < WITHIN_MS), now];
    return this.crashes.length < MOST_CRASHES;
  }

  forget(): void {
    this.crashes = [];
  }
}
