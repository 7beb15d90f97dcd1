/** Type tests of the handler context. They are compiled and never run. */

import type { ExperimentalOptions } from '../../src/experimental/index.ts';
import type {
  BillingCurrentState,
  CrmObject,
  FlagClientResult,
  FlagEvaluationResult,
  FlagSnapshot,
  HandlerContext,
  LaterCall,
  LaterReceipt,
  StoreEntry,
  VersionedValue,
} from '../../src/index.ts';
import { PROFILES, type VendorProfile } from '../../src/profiles/profile.ts';
import type { RuntimeProfile } from '../../src/runtime/index.ts';
import { backendUrl, logger } from '../../src/ui/index.ts';
import type { FlagsProviderProps, UseFlagsResult } from '../../src/ui/react/index.ts';
import type { Equal, Expect } from './expect.ts';

export async function use(ctx: HandlerContext): Promise<void> {
  const record: CrmObject = await ctx.crm.objects.get('contacts', '1', { properties: ['email'] });
  const email: string | null | undefined = record.properties.email;
  // @ts-expect-error a property may be missing or null
  record.properties.email.length;
  await ctx.crm.objects.update('contacts', '1', { properties: { email: null, age: 5, paid: true } });
  await ctx.crm.conversations.customChannels.accounts.update('1', '2', { authorized: false });
  // @ts-expect-error -- the CRM changes neither the inbox nor the address of an account
  await ctx.crm.conversations.customChannels.accounts.update('1', '2', { inboxId: '3' });
  // @ts-expect-error a property is text, a number, a boolean or null
  await ctx.crm.objects.create('contacts', { properties: { tags: ['a'] } });
  const found = await ctx.crm.objects.search('deals', {
    filterGroups: [{ filters: [{ propertyName: 'x', operator: 'IN', values: ['1'] }] }],
  });
  const total: number = found.total;
  // @ts-expect-error unknown operator
  await ctx.crm.objects.search('deals', { filterGroups: [{ filters: [{ propertyName: 'x', operator: 'LIKE' }] }] });
  const { succeeded, failed } = await ctx.crm.batch.objects.upsert('contacts', [
    { id: 'a', idProperty: 'email', properties: {} },
  ]);
  const index: number | undefined = succeeded[0]?.index ?? failed[0]?.index;
  const owners = await ctx.crm.request<{ results: { id: string }[] }>('GET', '/crm/v3/owners', { query: { limit: 5 } });
  const { token } = await ctx.crm.conversations.visitorIdentification.generateToken({ email: 'a@example.com' });
  const listed: StoreEntry<number>[] = await ctx.store.list<number>('prefix/', { limit: 5 });
  const stored: number | undefined = await ctx.store.get<number>('key');
  const { value, version } = await ctx.store.get<number>('key', { withVersion: true });
  const known: VersionedValue<number> = { value, version };
  await ctx.store.put('key', 1, { ttl: '15m', ifVersion: version });
  // @ts-expect-error a unit of time
  await ctx.store.put('key', 1, { ttl: '15 minutes' });
  const updated: number = await ctx.store.update('key', (n: number | undefined) => (n ?? 0) + 1, { ttl: 60 });
  // @ts-expect-error an update returns the whole new value
  await ctx.store.update<number[]>('key', (list) => void list?.push(1));
  const planned: LaterReceipt = await ctx.later('remind', { email }, { after: '1h', id: 'a' });
  await ctx.later({ kind: 'tool', id: 'remind' }, {}, { at: new Date() });
  // @ts-expect-error a call has a time
  await ctx.later('remind', {}, { id: 'a' });
  // @ts-expect-error one of the times
  await ctx.later('remind', {}, { after: 1, at: 1 });
  const waiting: LaterCall[] = await ctx.later.list({ limit: 5 });
  const state: BillingCurrentState | undefined = await ctx.billing?.current();
  await ctx.billing?.recordUsage('sent', 1, { idempotencyKey: 'x' });
  // @ts-expect-error a credit needs a reason
  await ctx.billing?.recordCredit('sent', 1, { idempotencyKey: 'x' });
  const on: boolean | undefined = await ctx.flags?.getBoolean('new', false);
  // @ts-expect-error the default is required
  await ctx.flags?.getString('new');
  const config = await ctx.install.config<{ region: string }>();
  const secret: unknown = ctx.env.LEDGER_TOKEN;
  // @ts-expect-error the context is read-only
  ctx.input = {};
  ctx.logger.debug('all', {
    email,
    total,
    index,
    owners,
    token,
    listed,
    stored,
    known,
    updated,
    planned,
    waiting,
    state,
    on,
    region: config.region,
    secret,
  });
}

export type FlagResults = [
  Expect<Equal<FlagClientResult, { readonly value: unknown; readonly variation?: string; readonly reason: string }>>,
  Expect<Equal<FlagEvaluationResult<boolean>['value'], boolean>>,
  Expect<Equal<FlagSnapshot['status'], 'active' | 'disabled' | 'archived'>>,
];

// A whole vendor profile is assignable to a runtime profile.
export const forRuntime: RuntimeProfile = PROFILES.crm satisfies VendorProfile;

// A card logs one string per entry.
logger.info(backendUrl('x'));
// @ts-expect-error no fields
logger.info('x', { a: 1 });

declare const used: UseFlagsResult<{ fast: false; name: 'x' }>;
export const fast: boolean = used.flags.fast;
export const props: FlagsProviderProps = { initialSnapshot: { values: { fast: { value: true, reason: 'SPLIT' } } } };
// @ts-expect-error experimental must be true
export const gate: ExperimentalOptions = { experimental: false };
