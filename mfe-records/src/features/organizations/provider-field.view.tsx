import { ChoiceField } from '@phr/ui/choice-field';
import type { FieldProps } from '@phr/ui/field';
import { useTranslation } from 'react-i18next';
import { useProviders } from './organizations.api.ts';

interface ProviderFieldProps extends FieldProps {
  readonly name: string;
  /** Id in the directory, '' of a typed name. */
  readonly id: string;
  readonly controlId: string;
  readonly onChange: (provider: { readonly name: string; readonly id: string }) => void;
}

const TYPED = 'typed:';

/** A provider from the directory, found by typing, or a free-text name. */
export function ProviderField({ name, id, controlId, onChange, hint, ...field }: ProviderFieldProps) {
  const { t } = useTranslation();
  const { data = [], isError } = useProviders();
  const isKnown = data.some((provider) => provider.id === id);
  const own =
    name === '' || isKnown
      ? []
      : [{ value: id === '' ? TYPED : id, label: name, hint: id === '' ? t('concept.typed') : undefined }];
  return (
    <ChoiceField
      {...field}
      id={controlId}
      search
      hint={isError ? t('concept.failed') : hint}
      value={id !== '' ? id : name === '' ? '' : TYPED}
      options={[
        ...own,
        ...data.map((provider) => ({ value: provider.id, label: provider.name, hint: provider.address })),
      ]}
      onTyped={(typed) => onChange({ name: typed, id: '' })}
      onChange={(chosen) => {
        const provider = data.find((one) => one.id === chosen);
        if (provider !== undefined) onChange({ name: provider.name, id: provider.id });
        else if (chosen === '') onChange({ name: '', id: '' });
      }}
    />
  );
}
