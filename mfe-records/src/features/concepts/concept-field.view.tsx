import { ChoiceField } from '@phr/ui/choice-field';
import type { FieldProps } from '@phr/ui/field';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Catalogue, type Chosen, tokenOf } from './concept.entity.ts';
import { useConcepts } from './concepts.api.ts';

interface ConceptFieldProps extends FieldProps {
  readonly catalogue: Catalogue;
  readonly value: Chosen;
  readonly onChange: (chosen: Chosen) => void;
  /** Shows codes beside the text, as on paper records. */
  readonly showsCodes?: boolean;
}

const TYPED = 'typed';

/** A catalogue term found by typing, or free text if there is none (COND-01). */
export function ConceptField({ catalogue, value, onChange, showsCodes = false, hint, ...field }: ConceptFieldProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { data = [], isError } = useConcepts(catalogue, search);
  const found = data.map((concept) => ({
    value: tokenOf(concept),
    label: concept.words,
    hint: showsCodes ? concept.code : undefined,
  }));
  const isFound = found.some((option) => option.value === value.token);
  const own =
    value.words === '' || isFound
      ? []
      : [
          {
            value: value.token === '' ? TYPED : value.token,
            label: value.words,
            hint: value.token === '' ? t('concept.typed') : undefined,
          },
        ];
  return (
    <ChoiceField
      {...field}
      search
      hint={isError ? t('concept.failed') : hint}
      value={value.token !== '' ? value.token : value.words === '' ? '' : TYPED}
      options={[...own, ...found]}
      onSearch={setSearch}
      onTyped={(words) => onChange({ words, token: '' })}
      onChange={(token) => {
        const chosen = found.find((option) => option.value === token);
        if (chosen !== undefined) onChange({ words: chosen.label, token });
        else if (token === '') onChange({ words: '', token: '' });
      }}
    />
  );
}
