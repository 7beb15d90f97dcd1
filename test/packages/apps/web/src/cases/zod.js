import { z } from 'zod';

const contact = z.object({
  email: z.email(),
  age: z.coerce.number().int().min(18).optional(),
  tags: z.array(z.string()).default([]),
  kind: z.discriminatedUnion('type', [
    z.object({ type: z.literal('lead'), score: z.number() }),
    z.object({ type: z.literal('customer'), since: z.iso.date() }),
  ]),
});

export default () => ({
  good: contact.parse({ email: 'a@example.com', age: '20', kind: { type: 'lead', score: 1 } }),
  bad: contact
    .safeParse({ email: 'a', age: 3, kind: { type: 'none' } })
    .error.issues.map((i) => [i.code, i.path, i.message]),
  pretty: z.prettifyError(z.string().max(2).safeParse('abc').error),
  schema: z.toJSONSchema(contact.pick({ email: true, tags: true })),
  transformed: z
    .string()
    .trim()
    .transform((s) => s.length)
    .pipe(z.number())
    .parse(' ab '),
});
