import { expect, test } from 'vitest';
import scripts from '../../contract/pacing/scripts.json' with { type: 'json' };
import { play, type Script } from './script.ts';

test.each(scripts as unknown as Script[])('$name', async ({ sent, ended, ...script }) => {
  expect(await play(script)).toEqual({ sent, ended });
});
