import { buttonClass } from './button.tsx';
import type { ControlProps } from './field.tsx';
import css from './file-button.module.css';
import { Icon } from './icon.tsx';
import { IconUpload } from './icons.tsx';

export interface FileButtonProps {
  /** Attributes that link it to its field's label. */
  readonly control: ControlProps;
  /** Text of the button: "Chọn tệp". */
  readonly words: string;
  /** Shown beside it: names of the chosen files. */
  readonly note?: string | undefined;
  /** File extensions or media types, as in the attribute. */
  readonly accept: string;
  readonly multiple?: boolean;
  readonly dense?: boolean;
  readonly onChoose: (files: readonly File[]) => void;
}

/** The native file input, for keyboard and screen readers, styled as a button of this product. */
export function FileButton({
  control,
  words,
  note,
  accept,
  multiple = false,
  dense = false,
  onChoose,
}: FileButtonProps) {
  const noteId = `${control.id}-note`;
  return (
    <div className={css.frame}>
      <span className={buttonClass({ dense })} aria-hidden="true">
        <Icon of={IconUpload} size={20} />
        <span>{words}</span>
      </span>
      {note !== undefined && (
        <span id={noteId} className={css.note}>
          {note}
        </span>
      )}
      <input
        {...control}
        {...(note !== undefined && {
          'aria-describedby': [control['aria-describedby'], noteId].filter((id) => id !== undefined).join(' '),
        })}
        className={css.input}
        type="file"
        accept={accept}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])]);
          // allow choosing the same file again after removal or change
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
