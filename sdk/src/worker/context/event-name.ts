import { CrmAnswerError } from '../../crm/error.ts';
import type { Send } from '../../crm/send.ts';
import type { AppEventDefinition } from '../../declare/app-event.ts';
import { isObject } from '../../platform/body.ts';
import { binding } from '../../platform/env.ts';
import { remember } from '../../platform/remember.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

/** Maximum number of full names that an isolate keeps. */
const MAX_NAMES = 1000;

/** Interval between questions for a name, in ms. Most refusals are of a row, so that the CRM's answer is the same. */
const ASK_INTERVAL_MS = 300_000;

/** When this isolate last asked the CRM for a name, in milliseconds since the epoch. */
const askedAt = new Map<string, number>();

/**
 * Full names by install and uid, as the install's actor keeps them. Null: it keeps none, since the CRM has not refused
 * the uid.
 */
const fullNames = new Map<string, string | null>();

/**
 * The name by which the CRM takes an app event: its uid, until the CRM refuses that. Documents of the vendor differ on
 * whether events can be sent by uid. The full name always works, but only the CRM knows it.
 */
export class EventName {
  readonly #context: RequestContext;
  readonly #installId: string;
  readonly #uid: string;
  /** The name that was last sent. */
  #sent: string;

  constructor(context: RequestContext, installId: string, event: AppEventDefinition) {
    this.#context = context;
    this.#installId = installId;
    this.#uid = event.uid;
    this.#sent = event.uid;
  }

  /** Returns the name to send. Asks the install's actor once per isolate. */
  async current(): Promise<string> {
    let name = fullNames.get(this.#key);
    if (name === undefined) {
      const kept = await this.#atActor();
      name = typeof kept === 'string' ? kept : null;
      remember(fullNames, MAX_NAMES, this.#key, name);
    }
    this.#sent = name ?? this.#uid;
    return this.#sent;
  }

  /**
   * Learns the full name after the CRM has refused the uid, or a full name: it contains the app's id, which changes if
   * the app is created again. Returns whether the event has another name now.
   */
  async learn(send: Send): Promise<boolean> {
    const key = this.#key;
    const sent = this.#sent;
    if ((fullNames.get(key) ?? this.#uid) !== sent) {
      return true; // another request has learned it
    }
    const now = this.#context.host.now();
    if (now - (askedAt.get(key) ?? -Infinity) < ASK_INTERVAL_MS) {
      return false;
    }
    const name = (await this.#resolved(send)) ?? sent;
    if (name !== sent) {
      await this.#atActor(name);
      remember(fullNames, MAX_NAMES, key, name);
    }
    remember(askedAt, MAX_NAMES, key, now);
    return name !== sent;
  }

  /** Asks the actor for the kept full name, or makes it keep one. */
  #atActor(name?: string): Promise<unknown> {
    return this.#context.host.actor('InstallActor', this.#installId, 'eventName', { uid: this.#uid, name });
  }

  get #key(): string {
    return JSON.stringify([this.#installId, this.#uid]);
  }

  /** Asks the CRM. Returns undefined if it does not know the event, or if the name of the CRM project is unknown. */
  async #resolved(send: Send): Promise<string | undefined> {
    const { env, worker } = this.#context;
    const projectName = binding(env, 'SVC_CRM_PROJECT');
    if (projectName === undefined) {
      return undefined;
    }
    try {
      const body = { developerSymbol: this.#uid, projectName };
      const answer = await send('POST', worker.profile.paths.appEventTypes, {
        body,
        expects: 'object',
        retry: 'idempotent',
      });
      const name = isObject(answer) ? answer['fullyQualifiedName'] : undefined;
      return typeof name === 'string' && name !== '' ? name : undefined;
    } catch (error) {
      if (error instanceof CrmAnswerError && error.status >= 400 && error.status < 500 && error.status !== 429) {
        return undefined;
      }
      throw error;
    }
  }
}
