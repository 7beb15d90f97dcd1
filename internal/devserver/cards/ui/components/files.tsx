import { useId, useState, useSyncExternalStore } from 'react';
import { tell } from '../frame/channel.ts';
import { removeUpload, type UploadedFile, upload, uploads } from '../frame/uploads.ts';
import { Link } from './buttons.tsx';
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

interface UploadProps {
  readonly fileLimit?: number;
  readonly allowedFileExtensions?: readonly string[];
  readonly testId?: string;
  onChange?(files: readonly UploadedFile[]): void;
}

export function FileUpload({
  fileLimit = Number.POSITIVE_INFINITY,
  allowedFileExtensions,
  onChange,
  testId,
}: UploadProps) {
  const id = useId();
  const [own, setOwn] = useState<readonly UploadedFile[]>([]);
  const change = (next: readonly UploadedFile[]) => {
    setOwn(next);
    onChange?.(next);
  };
  const add = (chosen: readonly File[]) => change([...own, ...chosen.slice(0, fileLimit - own.length).map(upload)]);
  const remove = (file: UploadedFile) => {
    removeUpload(file);
    change(own.filter((one) => one !== file));
  };
  return (
    <div className="svc-field" data-test-id={testId}>
      <label htmlFor={id}>Upload files</label>
      <input
        accept={allowedFileExtensions?.map((extension) => `.${extension}`).join(',')}
        disabled={own.length >= fileLimit}
        id={id}
        multiple
        type="file"
        onChange={({ target }) => add([...(target.files ?? [])])}
      />
      <ul>
        {own.map((file) => (
          <li key={file.id}>
            {file.name}{' '}
            <button aria-label={`Remove ${file.name}`} className="svc-plain" type="button" onClick={() => remove(file)}>
              ✕
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ViewerProps {
  readonly fileIds?: readonly number[];
  readonly displayMode?: string;
  readonly autoRefresh?: boolean;
  readonly testId?: string;
}

/** Shows what was uploaded in this load of the card. */
export function FileViewer({ fileIds, displayMode = 'attachment', autoRefresh = true, testId }: ViewerProps) {
  const all = useSyncExternalStore(uploads.subscribe, uploads.get);
  const [first] = useState(all);
  const shown = (autoRefresh ? all : first).filter(({ id }) => fileIds === undefined || fileIds.includes(id));
  return (
    <ul className={`svc-files-${displayMode}`} data-test-id={testId}>
      {shown.length === 0 && <li>No files</li>}
      {shown.map(({ id, name }) => (
        <li key={id}>
          <Link onClick={() => tell('open', name)}>{name}</Link>
        </li>
      ))}
    </ul>
  );
}

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
