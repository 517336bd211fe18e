/** The icon set: 24 units, one stroke, drawn in the colour of the words beside them. They decorate; the words name. */
import type { ReactNode, SVGProps } from 'react';

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'>;

function icon(shape: ReactNode) {
  return function Icon(props: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        width="1.25em"
        height="1.25em"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        {...props}
      >
        {shape}
      </svg>
    );
  };
}

export const HomeIcon = icon(<path d="M4 10.5 12 4l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />);
export const ExploreIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m15.5 8.5-2 5-5 2 2-5z" />
  </>,
);
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </>,
);
export const UserIcon = icon(
  <>
    <circle cx="12" cy="8.5" r="4" />
    <path d="M4.5 20a7.5 7.5 0 0 1 15 0" />
  </>,
);
export const LoginIcon = icon(
  <path d="M13.5 4.5H18a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5h-4.5M4.5 12h10m0 0L11 8.5m3.5 3.5L11 15.5" />,
);
export const LogoutIcon = icon(
  <path d="M10.5 4.5H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.5h4.5m-1-7.5h10m0 0L16 8.5m3.5 3.5L16 15.5" />,
);
export const MoreIcon = icon(
  <g fill="currentColor" stroke="none">
    <circle cx="5.5" cy="12" r="1.6" />
    <circle cx="12" cy="12" r="1.6" />
    <circle cx="18.5" cy="12" r="1.6" />
  </g>,
);
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />);
export const BackIcon = icon(<path className="icon-mirrored" d="M19.5 12h-15m0 0L11 5.5M4.5 12l6.5 6.5" />);
export const ChevronDownIcon = icon(<path d="m6.5 9.5 5.5 5.5 5.5-5.5" />);
export const ChevronRightIcon = icon(<path className="icon-mirrored" d="m9.5 6.5 5.5 5.5-5.5 5.5" />);
export const ChevronLeftIcon = icon(<path className="icon-mirrored" d="M14.5 6.5 9 12l5.5 5.5" />);
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="3" />
  </>,
);
export const EyeOffIcon = icon(
  <path d="M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.9 3.6m-3 2.1a9 9 0 0 1-3.6.8c-6 0-9.5-6.5-9.5-6.5a16 16 0 0 1 3.9-4.5M10 10a3 3 0 0 0 4 4M3.5 3.5l17 17" />,
);
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5m0-8.4v.1" />
  </>,
);
export const WarnIcon = icon(<path d="M12 4.5 3.5 19.5h17zM12 10v4.5m0 2.4v.1" />);
export const DangerIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5v5.5m0 2.9v.1" />
  </>,
);
export const OkIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8 12.3 2.8 2.8L16 9.6" />
  </>,
);
export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.5v2m0 15v2M2.5 12h2m15 0h2M5.3 5.3l1.4 1.4m10.6 10.6 1.4 1.4m0-13.4-1.4 1.4M6.7 17.3l-1.4 1.4" />
  </>,
);
export const MoonIcon = icon(<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />);
export const TextSizeIcon = icon(<path d="M3 19 8.5 5 14 19M5 14.5h7M15 19l3.2-8 3.3 8m-5.3-2.5h4.2" />);
export const FilterIcon = icon(
  <path d="M4 7h9m5 0h2M4 17h2m5 0h9M13 7a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0zM6 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0z" />,
);
export const UploadIcon = icon(
  <path d="M12 15.5v-11m0 0L7.5 9M12 4.5 16.5 9M4.5 15.5V18A1.5 1.5 0 0 0 6 19.5h12a1.5 1.5 0 0 0 1.5-1.5v-2.5" />,
);
export const RetryIcon = icon(<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3l2.2 2.1m0-4.3v4.3h-4.3" />);
export const FileIcon = icon(<path d="M13.5 3.5H7A1.5 1.5 0 0 0 5.5 5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8.5zm0 0v5h5" />);
export const CopyIcon = icon(
  <>
    <rect x="8.5" y="8.5" width="11" height="11" rx="2" />
    <path d="M15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2" />
  </>,
);
export const LinkOutIcon = icon(
  <path d="M13.5 4.5h6v6m0-6-8.5 8.5M17.5 14v4a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V8A1.5 1.5 0 0 1 6 6.5h4" />,
);
export const SettingsIcon = icon(
  <>
    <circle cx="12" cy="12" r="3" />
    <path d="m10.4 3.5-.5 2.3-1.9 1.1-2.2-.8-1.6 2.8 1.7 1.6v2.9l-1.7 1.6 1.6 2.8 2.2-.8 1.9 1.1.5 2.4h3.2l.5-2.4 1.9-1.1 2.2.8 1.6-2.8-1.7-1.6v-2.9l1.7-1.6-1.6-2.8-2.2.8-1.9-1.1-.5-2.3z" />
  </>,
);
export const LockIcon = icon(
  <>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
    <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
  </>,
);
export const MailIcon = icon(
  <>
    <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
    <path d="m4.5 7.5 7.5 6 7.5-6" />
  </>,
);
export const ShieldIcon = icon(<path d="M12 3.5 5 6v5.5c0 4.2 2.9 7.6 7 9 4.1-1.4 7-4.8 7-9V6zm-3 8.3 2.2 2.2 4-4.2" />);
export const ConsoleIcon = icon(<path d="M4 4.5h6.5V12H4zm9.5 0H20v4.5h-6.5zm0 7.5H20v7.5h-6.5zM4 15h6.5v4.5H4z" />);
export const HeartIcon = icon(<path d="M12 19.5S4 15 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3c0 5.7-8 10.2-8 10.2z" />);
export const CameraIcon = icon(
  <>
    <path d="M4.5 7.5h3l1.5-2h6l1.5 2h3A1.5 1.5 0 0 1 21 9v8.5a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5V9a1.5 1.5 0 0 1 1.5-1.5z" />
    <circle cx="12" cy="13" r="3.5" />
  </>,
);
export const EditIcon = icon(<path d="m4.5 19.5.8-3.6L16 5.2a1.5 1.5 0 0 1 2.1 0l.7.7a1.5 1.5 0 0 1 0 2.1L8.1 18.7z" />);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const GlobeIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c2.5 2.4 3.5 5.2 3.5 8.5s-1 6.1-3.5 8.5c-2.5-2.4-3.5-5.2-3.5-8.5s1-6.1 3.5-8.5z" />
  </>,
);
export const GoogleIcon = icon(<path d="M20 12.2h-8M20 12.2a8 8 0 1 1-2.6-6.1" />);
export const XSiteIcon = icon(<path d="M4.5 4.5h4l11 15h-4zm14.5 0-6.3 7.1M5 19.5l6.4-7.2" />);
/** The sign of tokens. */
export const TokenIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m12 7.5 1.3 3.2 3.2 1.3-3.2 1.3L12 16.5l-1.3-3.2L7.5 12l3.2-1.3z" />
  </>,
);
export const WalletIcon = icon(
  <>
    <path d="M4 7.5A2 2 0 0 1 6 5.5h11.5v3M4 7.5v9a2 2 0 0 0 2 2h13a1.5 1.5 0 0 0 1.5-1.5v-7A1.5 1.5 0 0 0 19 8.5H5.5A1.5 1.5 0 0 1 4 7.5z" />
    <path d="M16.5 13.5v.1" />
  </>,
);
export const StarIcon = icon(<path d="m12 4 2.5 5.1 5.5.8-4 3.9 1 5.6-5-2.7-5 2.7 1-5.6-4-3.9 5.5-.8z" />);
export const BagIcon = icon(<path d="M5.5 8.5h13l1 11h-15zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11" />);
export const CardIcon = icon(
  <>
    <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
    <path d="M3.5 10h17M7 14.5h3" />
  </>,
);
export const GiftIcon = icon(
  <path d="M4.5 12h15v8h-15zM3.5 8.5h17V12h-17zM12 8.5V20M12 8.5S11 4 8.5 4.5 8 8.5 12 8.5zm0 0s1-4.5 3.5-4S16 8.5 12 8.5z" />,
);
export const DownloadIcon = icon(
  <path d="M12 4.5v11m0 0L7.5 11m4.5 4.5 4.5-4.5M4.5 15.5V18A1.5 1.5 0 0 0 6 19.5h12a1.5 1.5 0 0 0 1.5-1.5v-2.5" />,
);
export const MoneyIcon = icon(
  <>
    <rect x="3.5" y="6" width="17" height="12" rx="2" />
    <circle cx="12" cy="12" r="2.5" />
    <path d="M6.5 9v.1M17.5 14.9v.1" />
  </>,
);
export const TicketIcon = icon(<path d="M4 7h16v3.5a1.5 1.5 0 0 0 0 3V17H4v-3.5a1.5 1.5 0 0 0 0-3zm10 0v10" />);
