import { buttonClass } from '@phr/ui/button';
import type { ControlProps } from '@phr/ui/field';
import { Icon } from '@phr/ui/icon';
import { IconUpload } from '@phr/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './file-input.module.css';

interface FileInputProps {
  readonly control: ControlProps;
  readonly accept: string;
  readonly multiple?: boolean;
  readonly onChoose: (files: readonly File[]) => void;
}

/** The browser's own file field, for keys and screen readers, under a button in the words and size of this product. */
export function FileInput({ control, accept, multiple = false, onChoose }: FileInputProps) {
  const { t } = useTranslation();
  const [names, setNames] = useState<readonly string[]>([]);
  return (
    <div className={css.frame}>
      <span className={buttonClass({})} aria-hidden="true"><Icon of={IconUpload} size={20} /><span>{t('file.choose')}</span></span>
      <span className={css.names} aria-hidden="true">{names.length === 0 ? t('file.none') : names.join(', ')}</span>
      <input
        {...control} className={css.input} type="file" accept={accept} multiple={multiple}
        onChange={({ currentTarget: { files } }) => {
          const chosen = [...(files ?? [])];
          setNames(chosen.map(({ name }) => name));
          onChoose(chosen);
        }}
      />
    </div>
  );
}
