/** The names that the CRM has for the app's objects: `a<app id>_<name>`, and the same prefix for their properties. */

import type { AppObjectDefinition } from '../declare/app-object.ts';
import { propertyName } from '../manifest/field-manifest.ts';
import type { Host } from '../platform/host.ts';
import { remember } from '../platform/remember.ts';
import { callAgain } from './call-again.ts';

/** Maximum number of installs whose app id an isolate keeps. */
const MAX_INSTALLS = 1000;

/** How long an isolate keeps an app id, in ms: a minute. After a new consent, the client id may be another app's. */
const KEPT_MS = 60_000;

/** App ids by install, kept by this isolate. The install's actor keeps them durably. */
const appIds = new Map<string, { readonly id: number; readonly at: number }>();

/** Returns the CRM's id of the app, as the install's actor has learned it from its token. */
export async function appIdOf({ actor, now }: Host, installId: string): Promise<number> {
  const known = appIds.get(installId);
  if (known !== undefined && now() - known.at < KEPT_MS) {
    return known.id;
  }
  const id = await callAgain(() => actor('InstallActor', installId, 'appId', null) as Promise<number>);
  remember(appIds, MAX_INSTALLS, installId, { id, at: now() });
  return id;
}

/** Translates between the declared names of an app object and those of the CRM. */
export class AppObjectNames {
  /** The object type. */
  readonly type: string;
  readonly #prefix: string;
  readonly #object: AppObjectDefinition;
  /** The names of the declared properties. */
  readonly #names: ReadonlySet<string>;

  constructor(object: AppObjectDefinition, appId: number) {
    this.#object = object;
    this.#prefix = `a${appId}_`;
    this.type = this.#prefix + object.name;
    this.#names = new Set(Object.keys(object.properties).map((key) => propertyName(object.properties, key)));
  }

  /** Returns the CRM's name of a property, from its key or its declared name. Other names are the CRM's own. */
  property(key: string): string {
    const name = propertyName(this.#object.properties, key);
    return this.#names.has(name) ? this.#prefix + name : name;
  }

  /** Returns the key of a property, from the CRM's name. Other names are the CRM's own. */
  key(name: string): string {
    if (!name.startsWith(this.#prefix)) {
      return name;
    }
    const declared = name.slice(this.#prefix.length);
    const { properties } = this.#object;
    return Object.keys(properties).find((key) => propertyName(properties, key) === declared) ?? name;
  }
}
