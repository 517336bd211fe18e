/**
 * The icon set: 24 units, one stroke, in the text color. Icons are decorative; controls need a label. The paths are in `icons.svg`, which
 * browsers cache, so pages only contain references.
 */
import type { SVGProps } from 'react';
import { cx } from '../core/cx';
import sprite from './icons.svg';

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'>;

const spriteUrl = (sprite as { src: string }).src;

/** The icon with the symbol `name`. */
function icon(name: string, iconClass = 'icon') {
  const href = `${spriteUrl}#${name}`;
  return function Icon({ className, ...props }: IconProps) {
    return (
      <svg className={cx(iconClass, className)} fill="none" aria-hidden="true" {...props}>
        <use href={href} />
      </svg>
    );
  };
}

/** An icon that is mirrored in right-to-left languages. */
const mirrored = (name: string) => icon(name, 'icon icon-mirrored');

export const HomeIcon = icon('home');
export const ExploreIcon = icon('explore');
export const LiveIcon = icon('live');
export const SearchIcon = icon('search');
export const UserIcon = icon('user');
export const LoginIcon = mirrored('login');
export const LogoutIcon = mirrored('logout');
export const MoreIcon = icon('more');
export const LibraryIcon = icon('library');
export const CloseIcon = icon('close');
export const BackIcon = mirrored('back');
export const ChevronDownIcon = icon('chevron-down');
export const ChevronRightIcon = mirrored('chevron-right');
export const ChevronLeftIcon = mirrored('chevron-left');
export const CheckIcon = icon('check');
export const EyeIcon = icon('eye');
export const EyeOffIcon = icon('eye-off');
export const InfoIcon = icon('info');
export const WarnIcon = icon('warn');
export const DangerIcon = icon('danger');
export const OkIcon = icon('ok');
export const SunIcon = icon('sun');
export const MoonIcon = icon('moon');
export const TextSizeIcon = icon('text-size');
export const FilterIcon = icon('filter');
export const UploadIcon = icon('upload');
export const RetryIcon = icon('retry');
export const FileIcon = icon('file');
export const CopyIcon = icon('copy');
export const LinkOutIcon = mirrored('link-out');
export const SettingsIcon = icon('settings');
export const LockIcon = icon('lock');
export const MailIcon = icon('mail');
export const SendIcon = mirrored('send');
export const SmileIcon = icon('smile');
export const ClipIcon = icon('clip');
export const ReplyIcon = mirrored('reply');
export const ClockIcon = icon('clock');
export const TrashIcon = icon('trash');
export const ShieldIcon = icon('shield');
export const ConsoleIcon = icon('console');
export const HeartIcon = icon('heart');
export const BellIcon = icon('bell');
export const CameraIcon = icon('camera');
export const EditIcon = icon('edit');
export const PlusIcon = icon('plus');
export const MinusIcon = icon('minus');
export const GlobeIcon = icon('globe');
export const GoogleIcon = icon('google');
export const XSiteIcon = icon('x-site');
/** The token symbol. */
export const TokenIcon = icon('token');
export const WalletIcon = icon('wallet');
export const StarIcon = icon('star');
export const BagIcon = icon('bag');
export const ParcelIcon = icon('parcel');
export const CartIcon = icon('cart');
export const CardIcon = icon('card');
export const GiftIcon = icon('gift');
export const DownloadIcon = icon('download');
export const MoneyIcon = icon('money');
export const TicketIcon = icon('ticket');
export const BookmarkIcon = icon('bookmark');
export const CommentIcon = icon('comment');
export const PollIcon = icon('poll');
export const PinIcon = icon('pin');
export const FlagIcon = icon('flag');
export const CalendarIcon = icon('calendar');
export const ImageIcon = icon('image');
export const VideoIcon = icon('video');
export const ListIcon = icon('list');
export const GridIcon = icon('grid');
export const PlayIcon = icon('play');
export const PauseIcon = icon('pause');
export const SoundIcon = icon('sound');
export const MutedIcon = icon('muted');
export const FullScreenIcon = icon('full-screen');
export const SmallScreenIcon = icon('small-screen');
export const PictureInPictureIcon = icon('picture-in-picture');
export const ZoomInIcon = icon('zoom-in');
export const ZoomOutIcon = icon('zoom-out');
export const VerifiedIcon = icon('verified');
