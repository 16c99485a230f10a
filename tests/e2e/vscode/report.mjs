// Collects what was found, and prints it as it goes.
import assert from 'node:assert/strict';

const MOST_TEXT = 2000;
const MOST_REASON = 300;

export class Report {
  constructor() {
    this.passed = 0;
    this.failures = [];
    this.start = Date.now();
  }

  say(text) {
    console.log(`[${((Date.now() - this.start) / 1000).toFixed(1).padStart(6)} s] ${text}`);
  }

  async check(name, test) {
    const began = Date.now();
    try {
      await test();
      this.passed += 1;
      this.say(`ok   ${name} (${Date.now() - began} ms)`);
      return true;
    } catch (error) {
      const whole = error instanceof assert.AssertionError ? error.message : (error.stack ?? String(error));
      this.failures.push(`${name} (${whole.split('\n')[0].slice(0, MOST_REASON)})`); // a CI keeps the end of a log
      const text = whole.length > MOST_TEXT ? `${whole.slice(0, MOST_TEXT)} …` : whole;
      this.say(`FAIL ${name} (${Date.now() - began} ms)\n${text.split('\n').map((line) => `         ${line}`).join('\n')}`);
      return false;
    }
  }

  summary() {
    return `${this.passed} passed, ${this.failures.length} failed${this.failures.length ? `: ${this.failures.join('; ')}` : ''}`;
  }
}
