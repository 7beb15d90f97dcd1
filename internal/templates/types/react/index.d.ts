// The part of React's types that cards use, until @types/react is installed.
// `npm install -D @types/react` replaces it.

export type Key = string | number | bigint;
export type ReactNode = JSX.Element | string | number | bigint | boolean | null | undefined | Iterable<ReactNode>;
export type PropsWithChildren<P = unknown> = P & { children?: ReactNode };
export type FunctionComponent<P = {}> = (props: P) => ReactNode;
export type FC<P = {}> = FunctionComponent<P>;
export type ComponentType<P = {}> = FunctionComponent<P>;
export type ReactElement = JSX.Element;

export type SetStateAction<S> = S | ((previous: S) => S);
export type Dispatch<A> = (action: A) => void;
export type DependencyList = readonly unknown[];
export type EffectCallback = () => void | (() => void);
export interface RefObject<T> {
  current: T;
}
export interface Context<T> {
  Provider: FunctionComponent<{ value: T; children?: ReactNode }>;
}

export function useState<S>(initial: S | (() => S)): [S, Dispatch<SetStateAction<S>>];
export function useState<S = undefined>(): [S | undefined, Dispatch<SetStateAction<S | undefined>>];
export function useEffect(effect: EffectCallback, deps?: DependencyList): void;
export function useLayoutEffect(effect: EffectCallback, deps?: DependencyList): void;
export function useMemo<T>(factory: () => T, deps: DependencyList): T;
export function useCallback<T extends (...args: never[]) => unknown>(callback: T, deps: DependencyList): T;
export function useRef<T>(initial: T): RefObject<T>;
export function useReducer<S, A>(reducer: (state: S, action: A) => S, initial: S): [S, Dispatch<A>];
export function useContext<T>(context: Context<T>): T;
export function useId(): string;
export function createContext<T>(initial: T): Context<T>;
export function memo<P>(component: FunctionComponent<P>): FunctionComponent<P>;
export const Fragment: FunctionComponent<{ children?: ReactNode }>;

export namespace JSX {
  interface Element {
    type: unknown;
    props: unknown;
    key: string | null;
  }
  type ElementType = string | ((props: any) => ReactNode);
  interface ElementAttributesProperty {
    props: {};
  }
  interface ElementChildrenAttribute {
    children: {};
  }
  interface IntrinsicAttributes {
    key?: Key | null;
  }
  interface IntrinsicElements {
    [name: string]: any;
  }
}

declare const React: {
  useState: typeof useState;
  useEffect: typeof useEffect;
  useMemo: typeof useMemo;
  useCallback: typeof useCallback;
  useRef: typeof useRef;
  Fragment: typeof Fragment;
};
export default React;
