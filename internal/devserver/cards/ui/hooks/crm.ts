/** Hooks that read the CRM. */

import { useCallback, useEffect, useState } from 'react';
import { call } from '../frame/channel.ts';

interface State<Value> {
  readonly value: Value;
  readonly error: Error | null;
  readonly isLoading: boolean;
  readonly isRefetching: boolean;
}

/** Loads a value for a component, again when `key` changes and when the card asks for it. */
export function useLoaded<Value>(key: string, empty: Value, load: () => Promise<Value>) {
  const [state, setState] = useState<State<Value>>({ value: empty, error: null, isLoading: true, isRefetching: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all that the load depends on
  const run = useCallback(
    async (again: boolean, isCurrent: () => boolean) => {
      setState((last) => ({ ...last, error: null, isLoading: !again, isRefetching: again }));
      try {
        const value = await load();
        if (isCurrent()) {
          setState({ value, error: null, isLoading: false, isRefetching: false });
        }
      } catch (error) {
        if (isCurrent()) {
          setState((last) => ({ ...last, error: error as Error, isLoading: false, isRefetching: false }));
        }
      }
    },
    [key],
  );
  useEffect(() => {
    let current = true;
    run(false, () => current);
    return () => {
      current = false;
    };
  }, [run]);
  const refetch = useCallback(() => run(true, () => true), [run]);
  return { ...state, refetch };
}

/** Options of all hooks. The emulated CRM returns values as they are stored. */
type Options = object;

export function useCrmProperties(names: readonly string[], _options?: Options) {
  const empty: Readonly<Record<string, string | null>> = {};
  const { value, ...state } = useLoaded(JSON.stringify(names), empty, () => call('properties', names));
  return { ...state, properties: value };
}

/** Which page is shown, and how to go to another one. */
function usePages(pageSize: number, key: string) {
  const [at, setAt] = useState({ key, offsets: [undefined] as readonly (string | undefined)[] });
  const offsets = at.key === key ? at.offsets : [undefined]; // other results begin with their first page
  return {
    offset: offsets.at(-1),
    pagination: (next: string | undefined) => ({
      hasNextPage: next !== undefined,
      hasPreviousPage: offsets.length > 1,
      currentPage: offsets.length,
      pageSize,
      nextPage: () => next !== undefined && setAt({ key, offsets: [...offsets, next] }),
      previousPage: () => offsets.length > 1 && setAt({ key, offsets: offsets.slice(0, -1) }),
      reset: () => setAt({ key, offsets: [undefined] }),
    }),
  };
}

/** The vendor's default length of a page. */
const PAGE = 10;

interface SearchAnswer {
  readonly results: readonly {
    readonly objectId: number;
    readonly properties: Readonly<Record<string, string | null>>;
  }[];
  readonly total: number;
  readonly after?: string;
}

interface SearchConfig {
  readonly pageLength?: number;
}

export function useCrmSearch(config: SearchConfig, _options?: Options) {
  const pageLength = config?.pageLength ?? PAGE;
  const pages = usePages(pageLength, JSON.stringify(config));
  const request = { ...config, pageLength, after: pages.offset };
  const load = () => call('search', request) as Promise<SearchAnswer>;
  const { value, ...state } = useLoaded(JSON.stringify(request), { results: [], total: 0 } as SearchAnswer, load);
  return { ...state, results: value.results, total: value.total, pagination: pages.pagination(value.after) };
}

interface AssociationsAnswer {
  readonly results: readonly {
    readonly toObjectId: number;
    readonly associationTypes: readonly object[];
    readonly properties: Readonly<Record<string, string | null>>;
  }[];
  readonly hasMore: boolean;
  readonly nextOffset: number;
}

interface AssociationsConfig {
  readonly toObjectType: string;
  readonly properties?: readonly string[];
  readonly pageLength?: number;
}

export function useAssociations(config: AssociationsConfig, _options?: Options) {
  const pageLength = config?.pageLength ?? PAGE;
  const pages = usePages(pageLength, JSON.stringify(config));
  const request = { ...config, pageLength, offset: Number(pages.offset ?? 0) };
  const load = () => call('associations', request) as Promise<AssociationsAnswer>;
  const none: AssociationsAnswer = { results: [], hasMore: false, nextOffset: 0 };
  const { value, ...state } = useLoaded(JSON.stringify(request), none, load);
  const next = value.hasMore ? String(value.nextOffset) : undefined;
  return { ...state, results: value.results, pagination: pages.pagination(next) };
}

/** Returns the properties as they are: the emulated CRM has no formats of users. */
export async function formatCrmProperties({ properties }: { readonly properties: unknown }): Promise<unknown> {
  return properties;
}
