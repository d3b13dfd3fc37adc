/** A platform's name behind its first letter, drawn as a small clip. */
export function SiteMark({ site }: { site: string }) {
  return (
    <span className="font-semibold text-text">
      <svg className="mr-1 inline" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path
          d="M3 0h8l5 5v8a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3Z"
          className="fill-text"
        />
        <text x="8" y="12" textAnchor="middle" fontSize="11" fontWeight="800" className="fill-page">
          {site[0]}
        </text>
      </svg>
      {site}
    </span>
  )
}
