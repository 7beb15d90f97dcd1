import { vi } from 'vitest';
import type { CapabilityDefinition } from '../src/capability/capability.ts';
import { defineWorker } from '../src/capability/worker.ts';
import type { ProjectManifest } from '../src/manifest/manifest.ts';
import crm from '../src/profiles/crm.json' with { type: 'json' };
import type { AppParts, WorkerParts } from '../src/protocol/request-context.ts';
import { type GoHost, installGoHost } from './go-host.ts';

export const SECRET = 'client-secret';
export const CONTROL_KEY = 'control-key-of-at-least-32-characters';
export const ORIGIN = 'https://worker.example.dev';

/** A response with its parsed body. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** The options of a served worker. */
export interface ServeOptions {
  readonly auth?: 'static' | 'oauth';
  readonly redaction?: WorkerParts['app']['redaction'];
  readonly cards?: WorkerParts['app']['cards'];
  readonly profile?: Partial<WorkerParts['profile']>;
  readonly env?: Record<string, string>;
  /** The portals in which an app with OAuth is installed. */
  readonly installs?: readonly number[];
}

/** A worker behind the local host. Requests are signed in the way of their surface. */
export interface ServedWorker {
  readonly host: GoHost;
  /** Sends a request without a signature. */
  send(path: string, init?: RequestInit): Promise<Answered>;
  /** Calls a card backend. */
  card(id: string, body: unknown, query?: string): Promise<Answered>;
  /** Runs a workflow action. */
  action(id: string, payload: unknown): Promise<Answered>;
  /** Invokes a capability with a grant. */
  invoke(id: string, body: unknown, query?: string): Promise<Answered>;
}

/** Serves capabilities through the real host scripts over the in-memory Go side. */
export async function serveWorker(
  capabilities: CapabilityDefinition[],
  options: ServeOptions = {},
): Promise<ServedWorker> {
  const host = installGoHost();
  Object.assign(host.env, { CRM_CLIENT_SECRET: SECRET, SVC_CONTROL_KEY_k1: CONTROL_KEY, ...options.env });
  for (const portalId of options.installs ?? []) {
    const record = { portalId, scopes: [], installedAt: Date.now() };
    host.texts.set(['InstallActor', portalId, 'install'].join('\u0000'), JSON.stringify(record));
  }
  vi.resetModules();
  const { serve: serveApp } = await import('../src/host/state.ts');
  const core = await import('../src/runtime/core.ts');
  const { EXTENSIONS } = await import('../src/runtime/extensions.ts');
  const extensions = Object.entries(EXTENSIONS).map(([name, extension]) => [`__svc_sdk_${name}`, extension]);
  Object.assign(globalThis, { __svc_sdk: core, ...Object.fromEntries(extensions) });
  const { serve } = await import('../src/host/local.ts');
  const { createAppWorker } = await import('../src/worker/app.ts');
  const app = {
    kind: 'app',
    name: 'Test',
    auth: options.auth ?? 'static',
    redaction: options.redaction,
    cards: options.cards,
  } as WorkerParts['app'];
  const worker = defineWorker('main', { use: capabilities });
  // Both scripts define __svc_fetch. The worker's must be the last one.
  serveApp(createAppWorker({ manifest: manifestOf(app, worker), profile: crm as AppParts['profile'] }));
  const parts = { app, worker, profile: { ...(crm as WorkerParts['profile']), ...options.profile } };
  serve(parts, Object.keys(EXTENSIONS));
  return { host, ...callers() };
}

/** Returns the parts of a manifest that actors read. */
function manifestOf({ auth, redaction }: WorkerParts['app'], worker: WorkerParts['worker']): ProjectManifest {
  const app = { name: 'Test', auth, redaction: { fields: redaction?.fields ?? [] }, alerts: [] };
  return { schemaVersion: 1, sdkVersion: '0', app, workers: [worker.manifest()] } as unknown as ProjectManifest;
}

function callers(): Omit<ServedWorker, 'host'> {
  async function send(path: string, init?: RequestInit): Promise<Answered> {
    const response = await globalThis.__svc_fetch(new Request(ORIGIN + path, init));
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  }
  async function post(
    path: string,
    body: unknown,
    sign: (path: string, text: string) => Promise<Record<string, string>>,
  ): Promise<Answered> {
    const text = JSON.stringify(body);
    return send(path, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json', ...(await sign(path, text)) },
    });
  }
  return {
    send,
    card: (id, body, query = '?portalId=7') => post(`/_svc/cards/${id}${query}`, body, signV3),
    action: (id, payload) => post(`/workflow-actions/${id}/invoke`, payload, signV3),
    invoke: (id, body, query = '') =>
      post(`/capabilities/${id}/invoke${query}`, body, (path, text) => grant('POST', path, text)),
  };
}

/** Returns the v3 signature headers of a POST. */
export async function signV3(path: string, body: string): Promise<Record<string, string>> {
  const timestamp = String(Date.now());
  const mac = await hmac(SECRET, `POST${ORIGIN}${path}${body}${timestamp}`);
  return { 'x-crm-signature-v3': btoa(String.fromCharCode(...mac)), 'x-crm-request-timestamp': timestamp };
}

/** Returns the header of a grant. */
export async function grant(
  method: string,
  path: string,
  body: string | Uint8Array,
  key = CONTROL_KEY,
  nonce = crypto.randomUUID().replaceAll('-', ''),
  at = Date.now(),
): Promise<Record<string, string>> {
  const timestamp = String(at);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const digest = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource)));
  const mac = hex(await hmac(key, ['v2', ORIGIN, 'dev', method, path, timestamp, nonce, digest].join('\n')));
  return { 'x-svc-grant': `v2.k1.${timestamp}.${nonce}.${mac}` };
}

async function hmac(secret: string, text: string): Promise<Uint8Array> {
  const utf8 = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(text)));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
