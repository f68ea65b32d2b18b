import { dayOf, deviceZone } from '@phr/time/zone';
import { DatePickerField } from '@phr/ui/date-picker-field';
import { NumberField } from '@phr/ui/number-field';
import { RadioGroup } from '@phr/ui/radio-group';
import { TextArea } from '@phr/ui/text-area';
import { TextField } from '@phr/ui/text-field';
import { useDay } from '@phr/ui/use-now';
import type { DynamicField } from './dynamic-form.entity.ts';

interface DynamicFieldsProps {
  readonly fields: readonly DynamicField[];
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (key: string, value: string) => void;
  readonly idOf: (field: string) => string;
  readonly errorOf: (field: string) => string | undefined;
}

/** The fields of a described form. */
export function DynamicFields({ fields, values, onChange, idOf, errorOf }: DynamicFieldsProps) {
  const today = dayOf(useDay(), deviceZone());
  return fields.map(({ key, label, type, unit, required, options }) => {
    const common = {
      id: idOf(key),
      label,
      value: values[key] ?? '',
      error: errorOf(key),
      optional: !required,
      onChange: (value: string) => onChange(key, value),
    };
    switch (type) {
      case 'date':
        return <DatePickerField key={key} {...common} max={today} />;
      case 'number':
        return <NumberField key={key} {...common} unit={unit} />;
      case 'choice':
        return (
          <RadioGroup
            key={key}
            {...common}
            arrangement="inline"
            options={options.flatMap(({ code, display }) =>
              code === undefined ? [] : [{ value: code, label: display ?? code }],
            )}
          />
        );
      case 'string':
        return key === 'valueString' ? (
          <TextArea key={key} {...common} />
        ) : (
          <TextField key={key} {...common} maxLength={200} />
        );
    }
  });
}
