import { ChoiceField } from '@phr/ui/choice-field';
import { TextField } from '@phr/ui/text-field';
import { useUiText } from '@phr/ui/ui-text';
import { useT } from '../../app/texts.tsx';
import { FieldGroup, FieldRow } from '../../forms/form-frame.tsx';
import type { FormState } from '../../forms/use-form.tsx';
import type { AddressForm } from './profile-form.model.ts';
import type { Places } from './use-places.ts';

interface AddressFieldsProps {
  readonly state: FormState<AddressForm>;
  readonly places: Places;
  /** The whole address may be left out. */
  readonly optional?: boolean;
}

/** Options of names, with what was chosen before even when the directory does not have it any more. */
const namesOf = (names: readonly string[], chosen: string) => (chosen === '' || names.includes(chosen) ? names : [chosen, ...names]).map((name) => ({ value: name, label: name }));

/** City, district, ward, street and house; city and district from the directory, found without accents. */
export function AddressFields({ state: { form, change, idOf, errorOf }, places, optional = false }: AddressFieldsProps) {
  const t = useT();
  const text = useUiText();
  const { cities, districts, isTyped, hasDistricts } = places;
  const common = (field: keyof AddressForm) => ({ id: idOf(field), value: form[field], error: errorOf(field), optional });
  return (
    <FieldGroup title={t('profile.address')}>
      <FieldRow>
        {isTyped ? <TextField {...common('city')} label={t('profile.city')} onChange={(city) => change({ city })} autoComplete="address-level1" maxLength={100} />
          : <ChoiceField search {...common('city')} label={t('profile.city')} options={namesOf((cities ?? []).map(({ name }) => name), form.city)} onChange={(city) => change(city === form.city ? { city } : { city, district: '' })} />}
        {!hasDistricts ? <TextField id={idOf('district')} label={t('profile.district')} value={text('common.notApplicable')} onChange={() => undefined} readOnly />
          : isTyped ? <TextField {...common('district')} label={t('profile.district')} onChange={(district) => change({ district })} maxLength={100} />
          : <ChoiceField search {...common('district')} label={t('profile.district')} options={namesOf(districts ?? [], form.district)} onChange={(district) => change({ district })} disabled={form.city === '' || districts === undefined} />}
      </FieldRow>
      <TextField {...common('ward')} label={t('profile.ward')} onChange={(ward) => change({ ward })} autoComplete="address-level3" maxLength={100} enterKeyHint="next" />
      <FieldRow>
        <TextField {...common('street')} label={t('profile.street')} onChange={(street) => change({ street })} autoComplete="address-line2" maxLength={100} enterKeyHint="next" />
        <TextField {...common('house')} label={t('profile.houseNumber')} onChange={(house) => change({ house })} autoComplete="address-line1" maxLength={100} enterKeyHint="next" />
      </FieldRow>
    </FieldGroup>
  );
}
