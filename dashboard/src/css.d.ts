/** Style sheets are bundled into dashboard.css. */
declare module '*.css';
