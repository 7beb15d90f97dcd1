// Wraps an app worker's main module: the same actors, which are reset at the crash point of a run.
import handler, { InstallActor as Install, PortalActor as Portal, ProjectActor as Project } from './worker.js';
export default handler;

/** By account: {die: {what, n, when} or null, passed: {what: n}, points: [], died}. Survives resets of the actors. */
const runs = new Map();
/** Accounts by the ids of their actors, because an alarm has no name. */
const accounts = new Map();

const broken = (Actor, className) =>
  class extends Actor {
    call(protocol, name, method, args) {
      accounts.set(this.ctx.id.toString(), name);
      return this.#through(`call ${className}.${method}`, () => super.call(protocol, name, method, args));
    }
    alarm() {
      return this.#through(`alarm ${className}`, () => super.alarm());
    }

    async #through(what, act) {
      const run = runs.get(accounts.get(this.ctx.id.toString()));
      const n = run === undefined ? 0 : (run.passed[what] = (run.passed[what] ?? 0) + 1);
      run?.points.push({ what, n });
      const diesAt = (when) => {
        const { die } = run ?? {};
        if (!run?.died && die?.what === what && die.n === n && die.when === when) {
          run.died = true;
          this.ctx.abort('the run crashes here');
          throw new Error('the actor did not reset');
        }
      };
      diesAt('before');
      const result = await act();
      diesAt('after');
      if (run?.die?.when === 'when saved after') {
        await this.ctx.storage.sync();
        diesAt('when saved after');
      }
      return result;
    }
    /** Actors other than the account's may also belong to the run. */
    svcBegin(name, { die, others }) {
      const run = { die, passed: {}, points: [], died: false };
      [name, ...others].forEach((one) => runs.set(one, run));
    }
    svcPeek(name) {
      return JSON.stringify(runs.get(name));
    }
    svcEnd(name) {
      const run = runs.get(name);
      [...runs].forEach(([one, its]) => its === run && runs.delete(one));
      return JSON.stringify(run);
    }
    svcInspect() {
      return JSON.stringify([...this.ctx.storage.kv.list()]);
    }
    svcReset() {
      this.ctx.abort('the run crashes here');
    }
  };
export const InstallActor = broken(Install, 'InstallActor'),
  PortalActor = broken(Portal, 'PortalActor'),
  ProjectActor = broken(Project, 'ProjectActor');
