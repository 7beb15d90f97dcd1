import pLimit from 'p-limit';

export default async () => {
  const limit = pLimit(2);
  let running = 0;
  let most = 0;
  const results = await Promise.all(
    [3, 2, 1].map((n) =>
      limit(async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, n));
        running--;
        return n;
      }),
    ),
  );
  return { results, most, left: limit.pendingCount };
};
