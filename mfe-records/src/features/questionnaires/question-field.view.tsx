import { Checkbox } from '@phr/ui/checkbox';
import { ChoiceField } from '@phr/ui/choice-field';
import { DatePickerField } from '@phr/ui/date-picker-field';
import { FieldGroup } from '@phr/ui/field-group';
import { Notice } from '@phr/ui/notice';
import { NumberField } from '@phr/ui/number-field';
import { RadioGroup } from '@phr/ui/radio-group';
import { TextArea } from '@phr/ui/text-area';
import { TextField } from '@phr/ui/text-field';
import { TimeField } from '@phr/ui/time-field';
import { useTranslation } from 'react-i18next';
import type { Question } from './questionnaire.entity.ts';

/** More options than this are not stacked. */
const MOST_VISIBLE = 8;

interface QuestionFieldProps {
  readonly question: Question;
  readonly typed: readonly string[];
  readonly error: string | undefined;
  readonly id: string;
  readonly onChange: (typed: readonly string[]) => void;
}

/** One question as the field of its type. */
export function QuestionField({ question, typed, error, id, onChange }: QuestionFieldProps) {
  const { t } = useTranslation();
  const { text, type } = question;
  const [first = '', second = ''] = typed;
  const field = fieldOf({ question, typed, error, id, onChange });
  switch (type) {
    case 'boolean':
      return (
        <RadioGroup
          {...field}
          arrangement="inline"
          options={[
            { value: 'true', label: t('common.yes') },
            { value: 'false', label: t('common.no') },
          ]}
        />
      );
    case 'integer':
    case 'decimal':
    case 'quantity':
      return <NumberField {...field} />;
    case 'date':
      return <DatePickerField {...field} />;
    case 'time':
      return <TimeField {...field} />;
    case 'dateTime':
      return (
        <FieldGroup title={text}>
          <DatePickerField {...field} label={t('common.date')} onChange={(next) => onChange([next, second])} />
          <TimeField label={t('common.time')} value={second} onChange={(next) => onChange([first, next])} />
        </FieldGroup>
      );
    case 'string':
    case 'url':
      return <TextField {...field} {...(question.maxLength !== undefined && { maxLength: question.maxLength })} />;
    case 'text':
      return <TextArea {...field} />;
    case 'choice':
    case 'open-choice':
      return <ChoiceQuestion question={question} typed={typed} error={error} id={id} onChange={onChange} />;
    case 'group':
    case 'display':
      return <p>{text}</p>;
    case 'unknown':
      return (
        <Notice type="warning" title={text}>
          {t('qst.notSupported')}
        </Notice>
      );
  }
}

/** What every field of one answer gets. */
function fieldOf({ question: { text, required }, typed: [first = ''], error, id, onChange }: QuestionFieldProps) {
  return {
    id,
    label: text,
    error,
    optional: !required,
    value: first,
    onChange: (next: string) => onChange([next]),
  };
}

/** A choice question: single, multiple, or with free text. */
function ChoiceQuestion(props: QuestionFieldProps) {
  const { t } = useTranslation();
  const {
    question: { text, type, repeats, options },
    typed,
    error,
    id,
    onChange,
  } = props;
  const [first = ''] = typed;
  const field = fieldOf(props);
  const choices = options.map(({ display, code }, index) => ({ value: String(index), label: display ?? code ?? '' }));
  const own = type === 'open-choice' && (
    <TextField
      {...(choices.length === 0
        ? field
        : { label: t('common.other'), value: /^\d+$/.test(first) ? '' : first, onChange: field.onChange })}
    />
  );
  if (repeats) {
    return (
      <FieldGroup title={text}>
        {choices.map(({ value, label }, index) => (
          <Checkbox
            key={value}
            label={label}
            checked={typed.includes(value)}
            {...(index === 0 && { id, error })}
            onChange={(checked) =>
              onChange(checked ? [...typed.filter((one) => one !== ''), value] : typed.filter((one) => one !== value))
            }
          />
        ))}
      </FieldGroup>
    );
  }
  if (choices.length === 0) return own;
  return (
    <>
      {choices.length > MOST_VISIBLE ? (
        <ChoiceField {...field} options={choices} />
      ) : (
        <RadioGroup {...field} options={choices} />
      )}
      {own}
    </>
  );
}
