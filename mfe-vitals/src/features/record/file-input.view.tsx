import type { ControlProps } from '@phr/ui/field';
import { FileButton } from '@phr/ui/file-button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface FileInputProps {
  readonly control: ControlProps;
  readonly accept: string;
  readonly multiple?: boolean;
  readonly onChoose: (files: readonly File[]) => void;
}

/** A file button that names what was chosen. */
export function FileInput({ onChoose, ...field }: FileInputProps) {
  const { t } = useTranslation();
  const [names, setNames] = useState<readonly string[]>([]);
  return (
    <FileButton
      {...field}
      words={t('file.choose')}
      note={names.length === 0 ? t('file.none') : names.join(', ')}
      onChoose={(chosen) => {
        setNames(chosen.map(({ name }) => name));
        onChoose(chosen);
      }}
    />
  );
}
