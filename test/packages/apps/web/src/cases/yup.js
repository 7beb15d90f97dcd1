import * as yup from 'yup';

const schema = yup.object({
  name: yup.string().trim().required(),
  age: yup.number().positive().integer(),
  at: yup.date(),
});

export default async () => ({
  good: await schema.validate({ name: ' Ada ', age: '24', at: '2026-01-02T00:00:00Z' }),
  bad: await schema.validate({ age: -1 }, { abortEarly: false }).catch((error) => error.errors),
  cast: schema.cast({ name: 'x', age: '3' }),
});
