/** The clock of `svc dev` in the edge engine, which has no setting for it. */

const MachineDate = Date;

/** How far the clock is ahead of the machine's, in ms. */
let aheadMs = 0;

const now = () => MachineDate.now() + aheadMs;

/** `Date` by that clock. */
const MovedDate = new Proxy(MachineDate, {
  apply: () => new MachineDate(now()).toString(),
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
});

/** Moves the clock of this isolate. The engine's own `Date` stays while the clock is not ahead. */
export function moveDate(ahead: number): void {
  aheadMs = ahead;
  globalThis.Date = ahead === 0 ? MachineDate : MovedDate;
}
