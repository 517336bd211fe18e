/** Who may watch a show: chosen as a default, at the start, and while a show is running. */
import type { Audience } from '@contract/kernel/values/content';
import { Radios } from '@web/ui/forms/radios';

const options: readonly { value: Audience; label: string; note: string }[] = [
  { value: 'public', label: 'Everyone', note: 'Anyone with an account can watch for free.' },
  { value: 'followers', label: 'Followers', note: 'Following is free and gives instant access.' },
  { value: 'subscribers', label: 'Subscribers', note: 'Included in every subscription.' },
  { value: 'paid', label: 'Anyone who pays', note: 'One-time price per stream. Subscribers pay it too.' },
];

interface AudienceChoiceProps {
  value: Audience;
  onChange: (audience: Audience) => void;
}

export function AudienceChoice({ value, onChange }: AudienceChoiceProps) {
  return (
    <Radios
      label="Who can watch"
      options={options}
      value={value}
      onChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value ?? value)}
    />
  );
}
