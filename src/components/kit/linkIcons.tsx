'use client';
import { IconPath } from './Icon.tsx';

// The icons of links, files and lists. A page loads only those that it shows.
export const AttachIcon = () => (
  <IconPath
    name="attach"
    path="m16.5 9-6.8 6.8a4 4 0 0 1-5.7-5.7l7.1-7.1a2.7 2.7 0 0 1 3.8 3.8l-7 7a1.3 1.3 0 0 1-1.9-1.9l6.2-6.2"
  />
);
export const DownloadIcon = () => (
  <IconPath
    name="download"
    path="M10 3v9.75M6.75 9.5 10 12.75l3.25-3.25M3.5 14v1.25a1.75 1.75 0 0 0 1.75 1.75h9.5a1.75 1.75 0 0 0 1.75-1.75V14"
  />
);
export const ExternalIcon = () => (
  <IconPath
    name="external"
    path="M8 4.5H5.25A1.75 1.75 0 0 0 3.5 6.25v8.5a1.75 1.75 0 0 0 1.75 1.75h8.5a1.75 1.75 0 0 0 1.75-1.75V12M11.5 3.5h5v5M16.25 3.75 9.5 10.5"
  />
);
export const FileIcon = () => (
  <IconPath
    name="file"
    path="M11.5 2.75H6.25A1.75 1.75 0 0 0 4.5 4.5v11a1.75 1.75 0 0 0 1.75 1.75h7.5a1.75 1.75 0 0 0 1.75-1.75V6.75ZM11.25 3v4h4"
  />
);
export const LinkIcon = () => (
  <IconPath
    name="link"
    path="M8.25 11.75a3.25 3.25 0 0 0 4.9.35l2.4-2.4a3.25 3.25 0 0 0-4.6-4.6L9.8 6.25M11.75 8.25a3.25 3.25 0 0 0-4.9-.35l-2.4 2.4a3.25 3.25 0 0 0 4.6 4.6l1.15-1.15"
  />
);
export const QrIcon = () => (
  <IconPath
    name="qr"
    path="M3.5 3.5h4.75v4.75H3.5ZM11.75 3.5h4.75v4.75h-4.75ZM3.5 11.75h4.75v4.75H3.5ZM11.75 11.75h1.5v1.5M16.5 11.75v1.5M11.75 16.5h1.5M15 15h1.5v1.5"
  />
);
export const SearchIcon = () => (
  <IconPath name="search" path="M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM13.4 13.4l3.6 3.6" />
);
export const ShareIcon = () => (
  <IconPath
    name="share"
    path="M10 12.5V2.75M6.75 5.75 10 2.5l3.25 3.25M6.5 8.75H5.25A1.25 1.25 0 0 0 4 10v6.25a1.25 1.25 0 0 0 1.25 1.25h9.5A1.25 1.25 0 0 0 16 16.25V10a1.25 1.25 0 0 0-1.25-1.25H13.5"
  />
);
