/** The antd select behind the fields of search-select, which load it on demand. */
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { AntdRoot } from '../antd/antd-root';
import type { EngineProps, SearchOption } from './search-select';
import styles from './search-select.module.css';

type SearchChoice = Pick<SearchOption, 'value' | 'label'>;

/** Strips diacritics, so that "cote" finds "Côte d'Ivoire". */
const normalized = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export function SearchSelectEngine({
  control,
  kind,
  clearable,
  options,
  chosen,
  countMax,
  placeholder,
  disabled,
  onBlur,
  onChoose,
}: EngineProps) {
  const images = new Map(options.map((option) => [option.value, option.image]));
  const shared = {
    ...control,
    className: styles.select,
    classNames: { popup: { root: styles.popup } },
    options: options.map(({ value, label }) => ({ value, label })),
    optionRender: (option: { value?: string | number; label?: ReactNode }) => (
      <span className={styles.option}>
        {images.get(String(option.value)) ? (
          <img className={styles.image} src={images.get(String(option.value)) ?? ''} alt="" width={24} height={18} loading="lazy" />
        ) : null}
        {option.label}
      </span>
    ),
    showSearch: { filterOption: (typed: string, option?: SearchChoice) => normalized(option?.label ?? '').includes(normalized(typed)) },
    status: control['aria-invalid'] ? ('error' as const) : undefined,
    allowClear: clearable,
    // Rendered beside the field, so that the list works inside a dialog and stays within the page's landmarks.
    getPopupContainer: (field: HTMLElement) => field.parentElement ?? document.body,
    // Rows grow with the text size, which virtual scrolling with fixed heights would cut off.
    virtual: false,
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(disabled === undefined ? {} : { disabled }),
    ...(onBlur === undefined ? {} : { onBlur }),
  };
  return (
    <AntdRoot sheet="select">
      {kind === 'one' ? (
        <Select<string, SearchChoice> {...shared} value={chosen[0] ?? null} onChange={(value?: string) => onChoose(value ? [value] : [])} />
      ) : (
        <Select<string[], SearchChoice>
          {...shared}
          mode="multiple"
          value={[...chosen]}
          {...(countMax === undefined ? {} : { maxCount: countMax })}
          onChange={(values: string[]) => onChoose(values)}
        />
      )}
    </AntdRoot>
  );
}
