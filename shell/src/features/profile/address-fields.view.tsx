import { Button } from '@phr/ui/button';
import { ChoiceField } from '@phr/ui/choice-field';
import { Notice } from '@phr/ui/notice';
import { TextField } from '@phr/ui/text-field';
import { useUiText } from '@phr/ui/ui-text';
import { useState } from 'react';
import { useShell } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { FieldGroup, FieldRow } from '../../core/forms/form-frame.tsx';
import type { FormState } from '../../core/forms/use-form.tsx';
import { useAsync } from '../../core/forms/use-async.ts';
import type { AddressForm } from './profile-form.model.ts';
import type { Places } from './use-places.ts';

interface AddressFieldsProps {
  readonly state: FormState<AddressForm>;
  readonly places: Places;
  /** Whether the whole address may be empty. */
  readonly optional?: boolean;
}

/** Options, plus the previous choice even if the directory no longer has it. */
const namesOf = (names: readonly string[], chosen: string) =>
  (chosen === '' || names.includes(chosen) ? names : [chosen, ...names]).map((name) => ({ value: name, label: name }));

/** Common props of address fields. */
function commonOf({ state: { form, idOf, errorOf }, optional = false }: AddressFieldsProps) {
  return (field: keyof AddressForm) => ({
    id: idOf(field),
    value: form[field],
    error: errorOf(field),
    optional,
  });
}

function CityField(props: AddressFieldsProps) {
  const t = useT();
  const common = commonOf(props);
  const {
    state: { form, change },
    places: { cities, isTyped },
  } = props;
  return isTyped ? (
    <TextField
      {...common('city')}
      label={t('profile.city')}
      onChange={(city) => change({ city })}
      autoComplete="address-level1"
      maxLength={100}
    />
  ) : (
    <ChoiceField
      search
      {...common('city')}
      label={t('profile.city')}
      options={namesOf(
        (cities ?? []).map(({ name }) => name),
        form.city,
      )}
      onChange={(city) => change(city === form.city ? { city } : { city, district: '' })}
    />
  );
}

/** The district; an address of two levels has none, and says so. */
function DistrictField(props: AddressFieldsProps) {
  const t = useT();
  const text = useUiText();
  const common = commonOf(props);
  const {
    state: { form, change, idOf },
    places: { districts, hasDistricts, isTyped },
  } = props;
  return !hasDistricts ? (
    <TextField
      id={idOf('district')}
      label={t('profile.district')}
      value={text('common.notApplicable')}
      onChange={() => undefined}
      readOnly
    />
  ) : isTyped ? (
    <TextField
      {...common('district')}
      label={t('profile.district')}
      onChange={(district) => change({ district })}
      maxLength={100}
    />
  ) : (
    <ChoiceField
      search
      {...common('district')}
      label={t('profile.district')}
      options={namesOf(districts ?? [], form.district)}
      onChange={(district) => change({ district })}
      disabled={form.city === '' || districts === undefined}
    />
  );
}

function WardField(props: AddressFieldsProps) {
  const t = useT();
  const common = commonOf(props);
  const {
    state: { form, change },
    places: { wards },
  } = props;
  return wards === undefined ? (
    <TextField
      {...common('ward')}
      label={t('profile.ward')}
      onChange={(ward) => change({ ward })}
      autoComplete="address-level3"
      maxLength={100}
      enterKeyHint="next"
    />
  ) : (
    // names missing from the list are free text (D-23)
    <ChoiceField
      search
      {...common('ward')}
      label={t('profile.ward')}
      options={namesOf(wards, form.ward)}
      onChange={(ward) => change({ ward })}
      onTyped={(ward) => change({ ward: ward.slice(0, 100) })}
    />
  );
}

/** City, district, ward, street and house; city and district from the directory, searchable without accents. */
export function AddressFields(props: AddressFieldsProps) {
  const t = useT();
  const {
    state: { form, change },
    places: { isTwoLevel },
  } = props;
  const common = commonOf(props);
  return (
    <FieldGroup title={t('profile.address')}>
      <FieldRow>
        <CityField {...props} />
        <DistrictField {...props} />
      </FieldRow>
      <WardField {...props} />
      {isTwoLevel && <OldWard form={form} change={change} />}
      <FieldRow>
        <TextField
          {...common('street')}
          label={t('profile.street')}
          onChange={(street) => change({ street })}
          autoComplete="address-line2"
          maxLength={100}
          enterKeyHint="next"
        />
        <TextField
          {...common('house')}
          label={t('profile.houseNumber')}
          onChange={(house) => change({ house })}
          autoComplete="address-line1"
          maxLength={100}
          enterKeyHint="next"
        />
      </FieldRow>
    </FieldGroup>
  );
}

/** For an unchanged address with a district: offers its ward's name as of July 2025. */
function OldWard({ form, change }: Pick<FormState<AddressForm>, 'form' | 'change'>) {
  const [old] = useState(form);
  return isOld(old) && isOld(form) && form.ward === old.ward ? <OldWardNow old={old} change={change} /> : null;
}

const isOld = ({ district, ward }: AddressForm): boolean => district !== '' && district !== '-' && ward !== '';

function OldWardNow({ old, change }: { readonly old: AddressForm; readonly change: FormState<AddressForm>['change'] }) {
  const t = useT();
  const { profiles } = useShell();
  const { data: now = [] } = useAsync(() => profiles.wardsNow(old));
  if (now.length === 0) return null;
  return (
    <Notice
      title={t('profile.wardNow')}
      action={now.map(({ city, ward }) => (
        <Button
          key={`${city} ${ward}`}
          dense
          onClick={() => change({ city, district: '', ward })}
        >{`${ward}, ${city}`}</Button>
      ))}
    >
      {t(now.length === 1 ? 'profile.wardNowOne' : 'profile.wardNowSeveral', { old: `${old.ward}, ${old.district}` })}
    </Notice>
  );
}
