// An amount with its label.
export function Amount({ label, value }: { label: string; value: number }) {
  return (
    <>
      {label}: {value.toFixed(2)} EUR
    </>
  );
}
