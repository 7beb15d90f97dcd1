import { useId } from 'react';
import { boxed } from './boxed.tsx';
import type { WithChildren } from './props.ts';

interface FileInputProps {
  readonly name: string;
  readonly testId?: string;
  onChange?(event: unknown): void;
}

export function FileInput({ name, onChange, testId }: FileInputProps) {
  const id = useId();
  return (
    <div className="svc-field" data-test-id={testId}>
      <label htmlFor={id}>{name}</label>
      <input id={id} name={name} type="file" onChange={({ target }) => onChange?.(target.files?.[0])} />
    </div>
  );
}

/** Files are stored by the real CRM only. */
export const FileUpload = boxed('FileUpload');
export const FileViewer = boxed('FileViewer');

export function Iframe({ src, height }: { readonly src: string; readonly height?: string }) {
  return <iframe className={`svc-iframe svc-iframe-${height ?? 'md'}`} sandbox="allow-scripts" src={src} title={src} />;
}

interface SettingsProps extends WithChildren {
  readonly saveBarVisible?: boolean;
  onSave?(event: object): void;
  onCancel?(event: object): void;
}

export function SettingsView({ children, saveBarVisible, onSave, onCancel, testId }: SettingsProps) {
  return (
    <div data-test-id={testId}>
      {children}
      {saveBarVisible === true && (
        <div className="svc-button-row">
          <button type="button" onClick={() => onSave?.({})}>
            Save
          </button>
          <button type="button" onClick={() => onCancel?.({})}>
            Cancel
          </button>
        </div>
      )}
    </div>
  );
}
