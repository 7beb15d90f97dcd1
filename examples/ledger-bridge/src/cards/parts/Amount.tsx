// An amount with its label.
import { DescriptionListItem } from '@crm/ui-extensions';

export function Amount({ label, value }: { label: string; value: number }) {
  return <DescriptionListItem label={label}>{value.toFixed(2)} EUR</DescriptionListItem>;
}
