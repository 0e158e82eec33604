// Why something cannot be done now, in the words of the server and with the number of the rule: it
// is asked (`act` with `check`) what it would reply, and does nothing.

import { unstopped } from "./words.js";

const WAIT = 120;
const AGAIN = 1000;

/** Whether an answer only says that something else is being asked by now. */
export const isStale = ({ code }) => ["too_late", "bad_position", "not_asked", "not_playing"].includes(code);

export class Reasons {
  /**
   * @param check asks the server about an action; rejects with its answer if that is no.
   * @param changed is called when a reason is known.
   * @param wait milliseconds for which nothing else must be chosen before the server is asked.
   */
  constructor(check, changed, wait = WAIT) {
    this.check = check;
    this.changed = changed;
    this.wait = wait;
    this.action = null;
    this.moment = null;
    this.reason = null;
  }

  /**
   * Say what the reason is wanted for. While it is asked for at a new moment, the old one stands.
   *
   * @param action as an `act` has it; null for nothing.
   * @param moment whatever is another when the answer could be another.
   */
  want(action, moment) {
    if (action === this.action && moment === this.moment) return;
    if (action !== this.action) this.reason = null;
    Object.assign(this, { action, moment });
    clearTimeout(this.timer);
    if (action !== null) this.timer = setTimeout(() => this.ask(), this.wait);
  }

  /** `{text, rule}`; null if it is not known, or nothing forbids it. */
  of(action) {
    return action === this.action ? this.reason : null;
  }

  async ask() {
    const { action, moment } = this;
    let reason = null;
    try {
      await this.check(action);
    } catch (error) {
      if (error.code === "too_fast") {
        this.timer = setTimeout(() => this.ask(), AGAIN);
        return;
      }
      if (error.code && !isStale(error)) reason = { text: unstopped(error.message), rule: error.rule };
    }
    // Meanwhile something else may be chosen.
    if (action !== this.action || moment !== this.moment) return;
    this.reason = reason;
    this.changed();
  }
}
