import * as v from 'valibot';

const schema = v.object({
  email: v.pipe(v.string(), v.email()),
  amount: v.pipe(v.string(), v.transform(Number), v.minValue(1)),
  status: v.picklist(['open', 'won']),
});

export default async () => ({
  good: v.parse(schema, { email: 'a@example.com', amount: '3', status: 'won' }),
  bad: v.flatten(v.safeParse(schema, { email: 'a', amount: '0', status: 'no' }).issues),
  later: await v.parseAsync(
    v.pipeAsync(
      v.string(),
      v.checkAsync(async (s) => s === 'x'),
    ),
    'x',
  ),
});
