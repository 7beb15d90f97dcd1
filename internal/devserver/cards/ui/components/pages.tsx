/** Components of app pages, which some cards share with them. */

import { Button, Link } from './buttons.tsx';
import type { WithChildren, WithOverlay } from './props.ts';

interface PageLinkProps extends WithChildren {
  readonly to: string;
}

export const PageLink = ({ to, children }: PageLinkProps) => <Link href={to}>{children}</Link>;

export const PageTitle = ({ children }: WithChildren) => <h1>{children}</h1>;

const row = ({ children }: WithChildren) => <div className="svc-button-row">{children}</div>;

export const HeaderActions = row;
export const PrimaryHeaderActionButton = (props: WithOverlay) => <Button {...props} variant="primary" />;
export const SecondaryHeaderActionButton = (props: WithOverlay) => <Button {...props} />;

export const PageHeader = Object.assign(({ children }: WithChildren) => <header>{children}</header>, {
  PrimaryAction: row,
  SecondaryActions: row,
  Link: (props: WithOverlay) => <Link {...props} />,
  PageLink,
});

export const PageBreadcrumbs = Object.assign(
  ({ children }: WithChildren) => <nav aria-label="Breadcrumbs">{children}</nav>,
  { PageLink, Current: ({ children }: WithChildren) => <span aria-current="page">{children}</span> },
);
