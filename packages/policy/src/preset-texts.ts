// Generated from the files in `presets` by `npm run generate`.
export const PRESET_TEXTS = {
  balanced: `# The default. Described reads and inside writes run by themselves; what destroys, reaches outside with a change,
# cannot be undone or needs elevated rights asks; a session that has seen untrusted content asks before anything
# consequential whose values the person did not name.
name: balanced
extends: duties

rules:
  # ------------------------------------------------------------------ what runs by itself
  - id: read
    when: tool.described == yes && tool.mutates == no
    then: auto
    reason: Only reads

  - id: inside-write
    when: >-
      tool.described == yes && tool.mutates == yes && tool.outward == no &&
      (tool.destructive == no || tool.reversible == yes)
    then: auto
    reason: Stays inside, and only adds or can be undone

  # ------------------------------------------------------------------ what asks
  - id: undescribed
    when: tool.described == no
    then: confirm
    reason: Unreviewed tool, treated as destructive

  - id: outward-write
    when: tool.described == yes && tool.mutates != no && tool.outward != no
    then: confirm
    reason: Changes data and reaches outside

  - id: destroys
    when: tool.destroys != no
    then: confirm
    reason: May delete or overwrite data

  - id: irreversible
    when: tool.irreversible == yes
    then: confirm
    reason: Cannot be undone

  - id: privileged
    when: tool.privileged == yes
    then: confirm
    reason: Uses elevated rights

  - id: sensitive-and-privileged
    when: tool.sensitive == yes && tool.privileged == yes
    then: confirm
    terms: strong
    reason: Handles sensitive data with elevated rights

  - id: agentic-and-destroying
    when: tool.agentic == yes && tool.destroys != no
    then: confirm
    terms: strong
    reason: Acts on its own in several steps and can delete data

  - id: ai-and-sensitive
    when: tool.usesAi == yes && tool.sensitive == yes
    aiTag: true
    reason: Gives sensitive data to an AI model; data protection applies

  - id: asks-for-confirmation
    when: tool.requiresConfirmation == yes
    then: confirm
    reason: The tool's author requires approval for every call

  - id: conflicting
    when: tool.conflicting == yes
    then: confirm
    notify: operator
    reason: The tool's description contradicts itself

  - id: user-forbids
    when: origin.forbidden == yes
    then: confirm
    reason: Your request forbids this kind of call

  # ------------------------------------------------------------------ what the session has touched
  - id: untrusted-session
    when: >-
      origin.proven != yes && (
        (session.untrusted == known && tool.consequential != no) ||
        (session.untrusted == possible && tool.described == yes &&
          (tool.outwardOnGround == yes || tool.destroysOnGround == yes ||
            (tool.outward != no && origin.outbound == yes))))
    then: confirm
    reason: Content from others may have caused this; values not from your request

  - id: trifecta
    when: >-
      origin.proven != yes && origin.destination != yes && (
        (session.private == known && session.untrusted == known && tool.outward != no) ||
        (session.private != none && session.untrusted != none && tool.described == yes &&
          (tool.outwardOnGround == yes || (tool.outward != no && origin.outbound == yes))))
    then: confirm
    terms: strong
    reason: Could leak private data to a place you did not name

  # ------------------------------------------------------------------ what does not run
  - id: quarantined
    when: tool.quarantined == yes
    then: block
    reason: Quarantined, needs review
`,
  duties: `# What follows from one hint alone, whatever the outcome is. Every preset starts from here.
name: duties

rules:
  - id: sensitive-duties
    when: tool.sensitive == yes
    audit: full
    caching: false
    reason: Handles sensitive data; results are logged in full and not cached

  - id: ai-tag
    when: tool.usesAi == yes
    aiTag: true
    reason: Uses AI; use is counted

  - id: slow-progress
    when: tool.slowExecution == yes
    progress: true
    reason: May be slow; progress is shown

  - id: one-heavy-at-a-time
    when: tool.resourceIntensive == yes
    concurrency: 1
    progress: true
    reason: Heavy on the system; one runs at a time

  - id: agentic-progress
    when: tool.agentic == yes
    progress: true
    reason: Acts on its own in several steps; progress is shown

  - id: undo-offer
    when: tool.mutates == yes && tool.reversible == yes
    undo: true
    reason: Described as reversible
`,
  intent: `# For people who want to be asked least. Described tools do what the person asked; what matters is whether the
# values that decide a call come from the person's own words. Without those words it asks as balanced does.
name: intent
extends: duties

rules:
  # ------------------------------------------------------------------ what runs by itself
  - id: described
    when: tool.described == yes
    then: auto
    reason: Reviewed tool, effects are known

  # ------------------------------------------------------------------ what asks
  - id: undescribed
    when: tool.described == no
    then: confirm
    reason: Unreviewed tool, treated as destructive

  - id: outward-write-without-words
    when: session.words != yes && tool.described == yes && tool.mutates != no && tool.outward != no
    then: confirm
    reason: Changes data and reaches outside; your request is not known

  - id: destroys-without-words
    when: session.words != yes && tool.destroys != no
    then: confirm
    reason: May delete or overwrite data; your request is not known

  - id: agentic-and-destroying-without-words
    when: session.words != yes && tool.agentic == yes && tool.destroys != no
    then: confirm
    terms: strong
    reason: Acts on its own, can delete data; your request is not known

  - id: irreversible
    when: tool.irreversible == yes
    then: confirm
    reason: Cannot be undone

  - id: privileged
    when: tool.privileged == yes
    then: confirm
    reason: Uses elevated rights

  - id: sensitive-and-privileged
    when: tool.sensitive == yes && tool.privileged == yes
    then: confirm
    terms: strong
    reason: Handles sensitive data with elevated rights

  - id: agentic-and-destroying
    when: tool.agentic == yes && tool.destroys != no
    then: confirm
    reason: Acts on its own in several steps and can delete data

  - id: ai-and-sensitive
    when: tool.usesAi == yes && tool.sensitive == yes
    aiTag: true
    reason: Gives sensitive data to an AI model; data protection applies

  - id: asks-for-confirmation
    when: tool.requiresConfirmation == yes
    then: confirm
    reason: The tool's author requires approval for every call

  - id: conflicting
    when: tool.conflicting == yes
    then: confirm
    notify: operator
    reason: The tool's description contradicts itself

  - id: user-forbids
    when: origin.forbidden == yes
    then: confirm
    reason: Your request forbids this kind of call

  # ------------------------------------------------------------------ what the session has touched
  - id: untrusted-session
    when: >-
      origin.proven != yes && (
        (session.untrusted == known && tool.consequential != no) ||
        (session.untrusted == possible && tool.described == yes &&
          (tool.outwardOnGround == yes || tool.destroysOnGround == yes ||
            (tool.outward != no && origin.outbound == yes))))
    then: confirm
    reason: Content from others may have caused this; values not from your request

  - id: trifecta
    when: >-
      origin.proven != yes && origin.destination != yes && (
        (session.private == known && session.untrusted == known && tool.outward != no) ||
        (session.private != none && session.untrusted != none && tool.described == yes &&
          (tool.outwardOnGround == yes || (tool.outward != no && origin.outbound == yes))))
    then: confirm
    terms: strong
    reason: Could leak private data to a place you did not name

  # ------------------------------------------------------------------ what does not run
  - id: quarantined
    when: tool.quarantined == yes
    then: block
    reason: Quarantined, needs review
`,
  observe: `# For looking before enforcing: balanced is computed and recorded for every call, and nothing is held back.
name: observe
extends: balanced
mode: observe
`,
  strict: `# For shared and regulated places. Only described reads that stay inside run by themselves.
name: strict
extends: duties

rules:
  # ------------------------------------------------------------------ what runs by itself
  - id: inside-read
    when: tool.described == yes && tool.mutates == no && tool.outward == no
    then: auto
    reason: Only reads, and stays inside

  # ------------------------------------------------------------------ what asks
  - id: outward-read
    when: tool.described == yes && tool.mutates == no && tool.outward != no
    then: confirm
    reason: Reads from outside, and its query goes there

  - id: write
    when: tool.described == yes && tool.mutates != no
    then: confirm
    reason: Changes data

  - id: destroys
    when: tool.destroys != no
    then: confirm
    reason: May delete or overwrite data

  - id: irreversible
    when: tool.irreversible == yes
    then: confirm
    approvers: 2
    reason: Cannot be undone

  - id: privileged
    when: tool.privileged == yes
    then: confirm
    reason: Uses elevated rights

  - id: sensitive
    when: tool.sensitive == yes
    then: confirm
    audit: full
    reason: Handles sensitive data

  - id: sensitive-and-privileged
    when: tool.sensitive == yes && tool.privileged == yes
    then: confirm
    approvers: 2
    reason: Handles sensitive data with elevated rights

  - id: agentic
    when: tool.agentic == yes
    then: confirm
    progress: true
    reason: Acts on its own in several steps

  - id: agentic-and-destroying
    when: tool.agentic == yes && tool.destroys != no
    then: confirm
    approvers: 2
    reason: Acts on its own in several steps and can delete data

  - id: ai-and-sensitive
    when: tool.usesAi == yes && tool.sensitive == yes
    then: confirm
    aiTag: true
    reason: Gives sensitive data to an AI model; data protection applies

  - id: asks-for-confirmation
    when: tool.requiresConfirmation == yes
    then: confirm
    reason: The tool's author requires approval for every call

  - id: user-forbids
    when: origin.forbidden == yes
    then: confirm
    reason: Your request forbids this kind of call

  # ------------------------------------------------------------------ what the session has touched
  - id: untrusted-session
    when: >-
      origin.proven != yes && (
        (session.untrusted == known && tool.consequential != no) ||
        (session.untrusted == possible && tool.described == yes &&
          (tool.outwardOnGround == yes || tool.destroysOnGround == yes ||
            (tool.outward != no && origin.outbound == yes))))
    then: confirm
    reason: Content from others may have caused this; values not from your request

  - id: possible-trifecta
    when: >-
      origin.proven != yes && origin.destination != yes &&
      session.private != none && session.untrusted != none && tool.described == yes &&
      (tool.outwardOnGround == yes || (tool.outward != no && origin.outbound == yes))
    then: confirm
    terms: strong
    reason: May leak private data to a place you did not name

  # ------------------------------------------------------------------ what does not run
  - id: trifecta
    when: >-
      origin.proven != yes && origin.destination != yes &&
      session.private == known && session.untrusted == known && tool.outward != no
    then: block
    reason: Could leak private data to a place you did not name

  - id: undescribed
    when: tool.described == no
    then: block
    notify: operator
    reason: Unreviewed tool, blocked until reviewed

  - id: conflicting
    when: tool.conflicting == yes
    then: block
    notify: operator
    reason: The tool's description contradicts itself; blocked until reviewed

  - id: quarantined
    when: tool.quarantined == yes
    then: block
    reason: Quarantined, needs review
`,
};
