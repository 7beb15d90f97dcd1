// The part of the UI package's types that cards use, until the package is installed.
// The package's own types then take precedence.

import type { ReactNode } from 'react';

/** A component of the UI package, which documents the props. */
export type PlatformComponent = (props: { children?: ReactNode; [prop: string]: any }) => ReactNode;

export const Accordion: PlatformComponent;
export const Alert: PlatformComponent;
export const Box: PlatformComponent;
export const Button: PlatformComponent;
export const ButtonRow: PlatformComponent;
export const Checkbox: PlatformComponent;
export const DateInput: PlatformComponent;
export const DescriptionList: PlatformComponent;
export const DescriptionListItem: PlatformComponent;
export const Divider: PlatformComponent;
export const EmptyState: PlatformComponent;
export const ErrorState: PlatformComponent;
export const Flex: PlatformComponent;
export const Form: PlatformComponent;
export const Heading: PlatformComponent;
export const Icon: PlatformComponent;
export const Image: PlatformComponent;
export const Input: PlatformComponent;
export const Link: PlatformComponent;
export const List: PlatformComponent;
export const LoadingSpinner: PlatformComponent;
export const Modal: PlatformComponent;
export const ModalBody: PlatformComponent;
export const ModalFooter: PlatformComponent;
export const MultiSelect: PlatformComponent;
export const NumberInput: PlatformComponent;
export const Panel: PlatformComponent;
export const ProgressBar: PlatformComponent;
export const Select: PlatformComponent;
export const Statistics: PlatformComponent;
export const StatisticsItem: PlatformComponent;
export const Tab: PlatformComponent;
export const Table: PlatformComponent;
export const TableBody: PlatformComponent;
export const TableCell: PlatformComponent;
export const TableHead: PlatformComponent;
export const TableHeader: PlatformComponent;
export const TableRow: PlatformComponent;
export const Tabs: PlatformComponent;
export const Tag: PlatformComponent;
export const Text: PlatformComponent;
export const TextArea: PlatformComponent;
export const Tile: PlatformComponent;
export const ToggleGroup: PlatformComponent;

/** The record, user and portal of a card. */
export interface CardContext {
  crm: { objectId: number; objectTypeId: string };
  user: { id: number; email: string; [key: string]: unknown };
  portal: { id: number; timezone: string };
  [key: string]: unknown;
}

/** The options of `fetch`. */
export interface CardFetchInit {
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** Milliseconds, at most 15,000. */
  timeout?: number;
  body?: object;
  headers?: { Authorization?: string };
}

/** Renders the card and calls its backend. */
export const crm: {
  /**
   * Registers the function that renders the card. Call it once, when the module of the card loads: a later call replaces
   * the function. The host calls the function with the record, user and portal, and with its actions. If it throws, the
   * card shows an error. The type argument is the card's location, such as 'crm.record.tab'.
   */
  extend<Location extends string = string>(
    render: (extension: { context: CardContext & { location?: Location }; actions: Record<string, any> }) => ReactNode,
  ): void;
  /**
   * Sends a request to a card backend or to a URL that `permittedUrls.fetch` of the app lists. The CRM sends it, signed,
   * with the user and the portal in the query. `callBackend` of `@svc/sdk/ui` calls a card backend with it.
   *
   * The time limit is 15 s, and `timeout` can only shorten it. A response has at most 1 MiB. A body is sent as JSON.
   * A response with a status of 400 or more does not reject: see `ok`. The promise rejects if the URL is not permitted,
   * if the server cannot be reached, after the time limit, and for a larger response.
   */
  fetch(
    url: string,
    init?: CardFetchInit,
  ): Promise<{ ok: boolean; status: number; json(): Promise<any>; text(): Promise<string> }>;
};
