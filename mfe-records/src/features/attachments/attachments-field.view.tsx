import type { StoredFile } from '@phr/http/stored-file';
import { Button } from '@phr/ui/button';
import { FieldFrame, type FieldProps } from '@phr/ui/field';
import { FileButton } from '@phr/ui/file-button';
import { formatNumber } from '@phr/ui/format';
import { Icon } from '@phr/ui/icon';
import { IconButton } from '@phr/ui/icon-button';
import { IconAttachment, IconClose, IconUpload } from '@phr/ui/icons';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import css from './attachments-field.module.css';
import type { Uploads } from './use-uploads.ts';

interface AttachmentsFieldProps extends FieldProps {
  readonly stored: readonly StoredFile[];
  readonly onRemove: (path: string) => void;
  readonly uploads: Uploads;
}

/** What the storage keeps (docs of the storage API). */
const ACCEPTED = '.jpg,.jpeg,.png,.gif,.pdf,.dcm';

/** Files of a form: chosen with the browser's own field, sent at once; each says how far it is and can be stopped (UX-26). */
export function AttachmentsField({ stored, onRemove, uploads, ...field }: AttachmentsFieldProps) {
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
              {stored.map(({ path, name, size: bytes }) => (
                <li key={path} className={css.file}>
                  <Icon of={IconAttachment} size={20} />
                  <span className={css.words}>
                    {name} <span className={css.quiet}>{size(bytes)}</span>
                  </span>
                  <IconButton icon={IconClose} label={t('file.remove', { name })} onClick={() => onRemove(path)} />
                </li>
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
