import { Combobox as Kit, HeadlessMantineProvider, useCombobox } from '@mantine/core';
import { normalizeText } from '@phr/fhir/normalize-text';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useUiText } from '@phr/ui/ui-text';
import { classNames } from './class-names.tsx';
import css from './combobox.module.css';
import { FieldFrame, type FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';
import { IconDone, IconExpand } from './icons.tsx';
import type { Option } from './select-field.tsx';
import inputCss from './text-field.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Maximum matches shown; typing narrows them further. */
const MOST_SHOWN = 100;
/** Delay of the search after the last key (UI-09). */
const SEARCH_MS = 600;
/** Keys that act on matches, which must not be those of an earlier search. */
const ACTING_KEYS = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'Enter'];

export interface ComboboxProps extends FieldProps {
  /** '' while nothing is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Option[];
  /** Called with the query, if options come from a server. */
  readonly onSearch?: ((typed: string) => void) | undefined;
  /**
   * Called with each typed text, if values not listed are allowed; `value` must then be the value of an option holding
   * it.
   */
  readonly onTyped?: ((typed: string) => void) | undefined;
  readonly disabled?: boolean;
}

/**
 * One of many options, found by typing; ignores accents ("tieu duong" finds "Tiểu đường"). Searches when typing pauses,
 * or at once when a key acts on matches. Use it through choice-field.tsx, which loads it on demand: it wraps a
 * component kit, without the kit's styles, so that nothing is injected at run time.
 */
export function Combobox({
  label,
  hint,
  error,
  optional,
  id,
  value,
  onChange,
  options,
  onSearch,
  onTyped,
  disabled = false,
}: ComboboxProps) {
  const text = useUiText();
  const countId = useId();
  const chosen = options.find((option) => option.value === value);
  // undefined: not typing, the field shows the choice
  const [typed, setTyped] = useState<string>();
  const [search, setSearch] = useState('');
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const store = useCombobox({
    onDropdownClose: () => store.resetSelectedOption(),
    onDropdownOpen: () => store.updateSelectedOptionIndex('active', { scrollIntoView: true }),
  });
  const matches = matchesOf(options, search).slice(0, MOST_SHOWN);

  const run = (text: string) => {
    clearTimeout(pause.current);
    pause.current = undefined;
    setSearch(text);
    onSearch?.(text);
    store.updateSelectedOptionIndex();
  };
  const type = (text: string) => {
    setTyped(text);
    onTyped?.(text);
    store.openDropdown();
    clearTimeout(pause.current);
    if (text === '') {
      onChange('');
      run('');
      return;
    }
    pause.current = setTimeout(() => run(text), SEARCH_MS);
  };
  const act = ({ key }: KeyboardEvent) => {
    if (pause.current === undefined || typed === undefined || !ACTING_KEYS.includes(key)) return;
    // the kit looks up options in the DOM as soon as this returns
    flushSync(() => run(typed));
  };
  const forget = () => {
    setTyped(undefined);
    if (pause.current !== undefined || search !== '') run('');
    store.closeDropdown();
  };
  const choose = (next: string) => {
    onChange(next);
    forget();
  };

  return (
    <HeadlessMantineProvider>
      <FieldFrame label={label} hint={hint} error={error} optional={optional} id={id} describedBy={countId}>
        {(control) => (
          <Kit
            store={store}
            onOptionSubmit={choose}
            withinPortal={false}
            transitionProps={{ duration: 0 }}
            hideDetached={false}
            unstyled
          >
            <div className={css.frame}>
              <Kit.Target withExpandedAttribute>
                <input
                  {...control}
                  type="text"
                  aria-autocomplete="list"
                  className={classNames(inputCss.input, css.input)}
                  placeholder={text('common.choose')}
                  value={typed ?? chosen?.label ?? ''}
                  disabled={disabled}
                  onChange={(event) => type(event.currentTarget.value)}
                  onClick={() => store.openDropdown()}
                  onFocus={(event) => event.currentTarget.select()}
                  onKeyDown={act}
                  onBlur={forget}
                />
              </Kit.Target>
              <Icon of={IconExpand} size={20} />
            </div>
            <VisuallyHidden>
              <span id={countId} role="status">
                {store.dropdownOpened && matches.length === 0 ? text('common.noResults') : ''}
              </span>
            </VisuallyHidden>
            <Kit.Dropdown className={css.dropdown ?? ''}>
              <Kit.Options className={css.options ?? ''} aria-label={label}>
                {matches.map((option) => (
                  <Kit.Option
                    key={option.value}
                    value={option.value}
                    active={option.value === value}
                    disabled={option.disabled === true}
                    aria-selected={option.value === value}
                    className={css.option ?? ''}
                  >
                    <span>
                      {option.label}
                      {option.hint !== undefined && <span className={css.hint}>{option.hint}</span>}
                    </span>
                    {option.value === value && <Icon of={IconDone} size={20} />}
                  </Kit.Option>
                ))}
              </Kit.Options>
              {matches.length === 0 && (
                <div className={css.empty} aria-hidden="true">
                  {text('common.noResults')}
                </div>
              )}
            </Kit.Dropdown>
          </Kit>
        )}
      </FieldFrame>
    </HeadlessMantineProvider>
  );
}

/** Options containing every typed word, prefix matches first. */
function matchesOf(options: readonly Option[], typed: string): readonly Option[] {
  const search = normalizeText(typed);
  if (search === '') return options;
  const words = search.split(' ');
  const found = options.filter((option) => {
    const label = normalizeText(`${option.label} ${option.hint ?? ''}`);
    return words.every((word) => label.includes(word));
  });
  return found.toSorted(
    (a, b) => Number(normalizeText(b.label).startsWith(search)) - Number(normalizeText(a.label).startsWith(search)),
  );
}
