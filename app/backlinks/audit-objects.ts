export const backlinkKey = (id: number) => `backlink-${id}`
export const prospectKey = (id: number) => `prospect-${id}`

export const backlinkObject = (id: number, domain: string) => ({
  type: 'backlink',
  id: backlinkKey(id),
  label: `the backlink on ${domain}`,
  href: `/admin/backlinks/${id}`,
})

/** Named by its number, since its site and contact can be erased and the log can't. */
export const prospectObject = (id: number) => ({
  type: 'prospect',
  id: prospectKey(id),
  label: `prospect ${id}`,
  href: `/admin/backlinks/prospects/${id}`,
})

export const campaignObject = (id: number, name: string) => ({
  type: 'campaign',
  id: `campaign-${id}`,
  label: `the campaign “${name}”`,
  href: `/admin/backlinks/campaigns/${id}`,
})

export const templateObject = ({ id, name }: { id: string; name: string }) => ({
  type: 'outreach_template',
  id,
  label: `the template “${name}”`,
  href: `/admin/backlinks/templates/${id}`,
})
