import { expect, test } from 'vitest';
import type { RequestContext } from '../../protocol/request-context.ts';
import { targetInstalls } from './target-installs.ts';

const context = { worker: { app: { auth: 'static' } } } as unknown as RequestContext;
const installOf = (portalId: number | null) => ({ id: 'static', portalId, state: 'active' }) as const;

test.each([null, 'static', '7'])('with static auth the install of %j is the only one', async (named) => {
  expect(await targetInstalls(context, named, installOf)).toEqual(['static']);
});

test.each(['', 'x', '7x', '-7', 'STATIC'])('with static auth ?install=%s names no install', async (named) => {
  await expect(targetInstalls(context, named, installOf)).rejects.toMatchObject({ code: 'install_not_found' });
});
