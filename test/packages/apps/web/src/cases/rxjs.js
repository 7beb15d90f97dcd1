import {
  concatMap,
  delay,
  firstValueFrom,
  from,
  interval,
  lastValueFrom,
  map,
  mergeMap,
  of,
  reduce,
  retry,
  take,
  throwError,
  timeout,
  toArray,
} from 'rxjs';

export default async () => ({
  list: await lastValueFrom(
    from([1, 2, 3]).pipe(
      concatMap((n) => of(n * 2).pipe(delay(1))),
      toArray(),
    ),
  ),
  sum: await lastValueFrom(
    interval(1).pipe(
      take(4),
      reduce((a, b) => a + b, 0),
    ),
  ),
  failed: await firstValueFrom(throwError(() => new Error('bad')).pipe(retry(2))).catch((error) => error.message),
  late: await firstValueFrom(of(1).pipe(delay(50), timeout(1))).catch((error) => error.name),
  merged: await lastValueFrom(
    from(['a', 'b']).pipe(
      mergeMap(async (x) => `${x}!`),
      map((x) => x.length),
      toArray(),
    ),
  ),
});
