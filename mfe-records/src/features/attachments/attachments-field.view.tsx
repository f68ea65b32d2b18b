import type { StoredFile } from '@phr/http/stored-file';
import { Button } from '@phr/ui/button';
import { FieldFrame, type FieldProps } from '@phr/ui/field';
import { FileButton } from '@phr/ui/file-button';
import { formatNumber } from '@phr/ui/format';
import { Icon } from '@phr/ui/icon';
import { IconButton } from '@phr/ui/icon-button';
import { IconAttachment, IconClose, IconEdit, IconUpload } from '@phr/ui/icons';
import { TextField } from '@phr/ui/text-field';
import { useUi } from '@phr/ui/ui-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './attachments-field.module.css';
import type { Uploads } from './use-uploads.ts';

interface AttachmentsFieldProps extends FieldProps {
  readonly stored: readonly StoredFile[];
  readonly onRemove: (path: string) => void;
  readonly onRename: (path: string, name: string) => void;
  readonly uploads: Uploads;
}

/** What the storage keeps (docs of the storage API). */
const ACCEPTED = '.jpg,.jpeg,.png,.gif,.pdf,.dcm';

/** Files of a form: native file input, immediate upload, with progress and cancel (UX-26). */
export function AttachmentsField({ stored, onRemove, onRename, uploads, ...field }: AttachmentsFieldProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const size = (bytes: number): string => t('file.size', { n: formatNumber(Math.ceil(bytes / 100_000) / 10, locale) });
  return (
    <FieldFrame {...field}>
      {(control) => (
        <div className={css.files}>
          <FileButton
            control={control}
            words={t('file.add')}
            accept={ACCEPTED}
            multiple
            dense
            onChoose={uploads.start}
          />
          {stored.length + uploads.all.length > 0 && (
            <ul className={css.list} aria-label={field.label}>
              {stored.map((file) => (
                <StoredRow key={file.path} file={file} size={size(file.size)} onRemove={onRemove} onRename={onRename} />
              ))}
              {uploads.all.map(({ uid, file, share, failure }) => (
                <li key={uid} className={css.file}>
                  <Icon of={IconUpload} size={20} />
                  <span className={css.words}>
                    {file.name} <span className={css.quiet}>{size(file.size)}</span>
                    {failure === undefined ? (
                      <progress
                        className={css.progress}
                        aria-label={t('file.sending', { name: file.name })}
                        value={share}
                      />
                    ) : (
                      <span className={css.failure}>{failure}</span>
                    )}
                  </span>
                  {failure !== undefined && (
                    <Button dense onClick={() => uploads.retry(uid)} aria-label={t('file.retry', { name: file.name })}>
                      {t('common.retry')}
                    </Button>
                  )}
                  <IconButton
                    icon={IconClose}
                    label={t(failure === undefined ? 'file.stop' : 'file.remove', { name: file.name })}
                    onClick={() => uploads.drop(uid)}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

interface StoredRowProps extends Pick<AttachmentsFieldProps, 'onRemove' | 'onRename'> {
  readonly file: StoredFile;
  /** In words. */
  readonly size: string;
}

/** An uploaded file, renameable, since cameras produce names like "IMG_0231". */
function StoredRow({ file: { path, name }, size, onRemove, onRename }: StoredRowProps) {
  const { t } = useTranslation();
  const [isNaming, setNaming] = useState(false);
  return (
    <li className={css.file}>
      <Icon of={IconAttachment} size={20} />
      <span className={css.words}>
        {isNaming ? (
          <TextField
            label={t('file.name')}
            value={name}
            maxLength={200}
            onChange={(called) => onRename(path, called)}
            // Enter ends the naming: it does not send the form.
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              setNaming(false);
            }}
          />
        ) : (
          <>
            {name} <span className={css.quiet}>{size}</span>
          </>
        )}
      </span>
      {isNaming ? (
        <Button dense onClick={() => setNaming(false)}>
          {t('file.renamed')}
        </Button>
      ) : (
        <IconButton icon={IconEdit} label={t('file.rename', { name })} onClick={() => setNaming(true)} />
      )}
      <IconButton icon={IconClose} label={t('file.remove', { name })} onClick={() => onRemove(path)} />
    </li>
  );
}
