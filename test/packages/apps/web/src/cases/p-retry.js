import pRetry, { AbortError } from 'p-retry';

export default async () => {
  let tries = 0;
  const result = await pRetry(
    () => {
      if (++tries < 3) throw new Error('again');
      return 'done';
    },
    { retries: 5, minTimeout: 1 },
  );
  const aborted = await pRetry(() => Promise.reject(new AbortError('no')), { minTimeout: 1 }).catch(
    (error) => error.message,
  );
  return { result, tries, aborted };
};
