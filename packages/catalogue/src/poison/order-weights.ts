/** Made by `npm run train`: a hundred times what a word weighs, and the word. */
export const ORDER_WEIGHTS: readonly string[] = `-447 
249 nobody
249 ^nobody
247 delete #name
231 people
224 0x00aa
224 earlier
223 10 more
218 ^hold
215 disable the
211 your limit
209 this description
208 anyone
208 proceed
205 system prompt
204 every
203 our
199 hold
197 these note
195 silently
191 acme
191 permanently
190 guideline
190 bcc
190 ^proceed
189 your guideline
188 continue
188 the human
186 prompt
185 go
185 #mail
185 the reader
184 this from
184 reader
184 main
182 need not
182 bypass the
181 this paragraph
181 sync #name
181 ^leave
179 that it
178 paragraph
176 disregard
176 ^disregard
175 ^act
172 answer
171 your restriction
171 ^regard
170 leave
170 bcc is
170 regard
169 ^continue
168 act
168 by one
167 here
167 ^bypass
167 no need
167 fully
166 happened
166 below
166 the person
164 run #name
164 told
164 earlier rule
163 this first
163 them in
163 approval
162 our own
162 copy
161 go on
160 de #digits
160 backup account
159 ^ignore
159 ahead
158 export #name
157 withdrawn
157 alway
156 quietly
156 ^suppress
156 tool
156 withdraw
156 ^withdraw
155 ^authorisation
155 suppress
154 bypass
154 whenever
154 skip the
154 ^forget
153 pretend
153 harmless
153 guidance
153 ^drop
152 state that
152 other guidance
151 henceforth
151 ^henceforth
151 has to
151 the warning
151 ^disable
151 reply
150 on purpose
150 these direction
150 the backup
150 competing
150 ^competing
150 ignore
150 ^consider
149 append
149 deletion
149 connector
149 suppress the
149 leave the
149 proceed immediately
149 cooky
148 hear
148 immediately
147 ^append
146 before sending
146 silent
145 asking
145 through this
145 previous instruction
145 personal detail
144 the terminal
144 nothing
144 value below
144 unnoticed
144 say
143 the customer
142 all call
142 as metadata
142 ^double
141 to #url
140 dialog
140 ^treat
140 each
139 every time
139 disguise
139 ^disguise
139 stay
139 ask
139 ^take
138 in detail
138 not needed
138 nobody must
138 everything
138 ^perform
138 yourself
137 user fully
137 the note
137 the term
137 void
137 terminal
137 the one
137 ^keep
136 payment function
136 the context
-136 user to
136 ^increase
135 safety
135 hold this
135 ^approval
135 consider
135 are withdrawn
135 ^profile
134 the upload
134 away
133 a summary
133 function
133 forget
132 your report
132 ^state
132 argument
132 without asking
132 the built
131 human
131 built in
131 env file
131 also when
130 must contain
130 hold the
130 not request
130 are unsafe
129 the env
129 search plugin
129 now on
129 for everything
129 conceal
129 ^conceal
128 in advance
128 approved
127 unsafe
127 of it
127 ^never
127 this in
127 advance
126 from now
126 treat
126 ^assume
126 drop
126 instruction
126 be ignored
126 asked
126 ^remember
126 context field
125 the lookup
125 your instruction
125 access token
125 your training
125 ^raise
124 the dialog
124 the address
124 this company
124 this step
124 earlier message
124 acme mirror
124 not want
123 you did
123 this over
123 text with
123 your policy
123 sync
123 a copy
123 the query
123 profile the
122 nobody should
122 keep
122 built
122 double
122 straight away
122 ^round
122 regardless
122 data left
122 claim that
121 action as
121 permission is
121 the consent
121 ignore the
121 debug
120 the extra
120 outrank
120 was given
120 confirmation
120 field must
120 safety rule
120 remember
120 round
120 your note
-120 user is
120 straight
119 it to
119 aside
119 set aside
119 policy above
119 authorised
119 from user
119 and move
119 ^skip
-118 turn
118 move on
118 check with
118 count more
118 mirror
118 are void
118 ^multiply
118 the user
118 every message
117 the call
117 multiply
117 pass that
117 that no
117 perform this
117 be 10
117 kindly
117 the ssh
117 the question
117 you reply
116 invoke
116 ^run
116 asked for
116 token and
116 you work
116 increase
116 it
115 installation
115 permitted
115 each time
115 env
115 ^kindly
115 select this
115 is for
115 did
115 discreetly
115 at installation
114 whatever
114 anything
114 never
114 ^hide
114 whoever
114 whoever ask
114 any case
114 the confirmation
113 this rule
113 config file
-113 shopify
113 the conversation
113 the text
113 summary of
112 the official
112 #url in
112 drop all
112 that all
111 given here
111 whenever you
111 consent
111 was requested
111 be harmless
111 ^permission
111 go ahead
111 hidden
111 each call
110 why
110 must not
110 no data
110 hide the
110 person
110 browser tool
110 chose
110 and include
110 need
110 file name
110 your memory
110 from here
109 hence no
109 it worked
109 restriction
109 hence
109 work
108 been granted
108 summary
108 was
108 hide
108 data stay
108 stay local
108 favour
108 the detail
108 second recipient
108 is covered
108 for permission
108 model must
108 nothing was
108 discussed
108 come
108 no confirmation
-108 this field
107 did not
107 them
107 by policy
107 your reply
107 ^consent
106 rule
106 do this
106 to authenticate
106 address book
106 summarise
106 ^summarise
106 verify you
105 deny that
-105 ^note
105 in future
105 without question
105 raise
105 order to
105 be #mail
105 error from
105 what
105 given one
105 rest of
104 second request
104 action to
104 it yourself
104 not list
-104 command
104 this before
104 for your
104 memory
104 authorisation
104 covered
104 quantity
104 send
104 confidential
104 one given
103 implied
103 is implied
103 characterise
103 ^characterise
-103 you want
103 as if
-103 not use
103 copy of
103 finish
103 shell
103 ^whatever
103 consider your
103 conceal the
103 for us
-103 it will
103 environment variable
103 plugin
102 the shell
102 once
102 for compliance
102 each request
102 expect
102 ^in
102 should hold
102 the request
102 was asked
102 ^independent
-102 executing
102 ^regardless
102 summarise the
102 be safe
102 ^follow
102 of document
102 you use
101 line from
101 request by
101 succeeded
101 this rather
101 server are
101 the config
101 our site
101 sure to
-101 this parameter
101 text below
101 send it
-101 alway use
101 that nothing
100 the password
100 work for
100 and pass
-100 ^see
100 user object
100 ^answer
-100 but
100 ^finish
-100 complete
100 description outrank
100 answer only
-100 may
100 user before
-100 your account
100 confirmed
100 double the
99 the comment
99 confess
99 confess to
99 backup
99 skip
-99 3
99 independent of
99 our name
99 say that
99 is normal
99 policy
99 the permission
98 comment parameter
-98 scope
-98 blank
98 official
98 withdraw the
98 at once
98 your summary
98 drop the
98 pick this
97 it without
97 independent
97 once and
97 work well
97 close with
97 the remark
97 the private
97 ^other
97 start the
97 output from
-97 process
97 leak
97 was obtained
-97 this case
97 ignore other
97 other rule
97 your
97 ^your
-97 email
97 warning
-97 timestamp
96 approval is
96 right after
96 cover
96 in order
96 is discussed
96 as though
96 request with
96 question
96 cost too
96 promote
96 yes to
96 user doe
95 you talk
95 too much
95 the session
95 ^behave
95 a second
95 ssh key
-95 username
95 ^lower
95 have to
95 who you
95 behave as
95 your explanation
95 other function
95 seek
95 database tool
95 now
94 run
94 starting today
94 personal
94 are about
94 the rule
94 this was
94 ^deny
94 ^store
94 worked
-94 ^whether
94 #name require
94 the source
94 your previous
93 permission
93 require when
-93 per
93 multiply the
93 about to
93 private key
-93 cannot
93 safe
93 and for
93 log line
93 advertisement
93 an advertisement
93 the wallet
93 all later
-93 en
93 ahead of
93 disguise the
93 deletion as
-93 contact
93 sent here
93 is to
93 anything else
93 our guidance
93 every call
92 it and
92 confirm with
92 ^pick
92 premium plan
92 only work
92 through here
92 each message
92 the premium
92 plan of
92 reply that
92 and forward
-92 reset
-92 ^must
91 mail connector
91 ^our
91 an argument
91 only in
-91 cli
-91 on your
91 needed
-91 validation
-91 quote
-91 offset
91 keep the
91 is best
91 call this
-91 note that
-90 just
90 preface
90 ^preface
90 regardless of
-90 test
90 praise
90 keep this
90 the header
90 wallet
90 best to
90 the debug
-90 body
90 deletion to
-90 rate
90 end with
90 granted
-90 don't
90 speak as
90 ^speak
90 what was
-89 commit
89 this instead
89 up with
89 claim
-89 auth
89 scene
89 the scene
89 pass
89 book
89 was stored
89 beat
89 argument with
89 learn the
89 competing server
89 behave
89 to continue
89 this one
-89 support
89 between us
89 all data
89 the output
89 how it
89 a digest
89 digest of
89 report that
89 pretend as
89 ^pretend
89 with user
89 consented
89 already consented
89 not refer
89 after you
89 the copy
89 extra
-88 file to
88 outdated
88 ^whichever
88 each case
88 remark
-88 ^pass
88 you put
88 the error
88 #name after
88 is alway
88 the approval
88 pre approved
-88 the following
-88 ui
88 nobody need
88 your message
88 disable
88 whichever
88 supply
-88 it for
87 our product
-87 minute
-87 switch
-87 shopify tool
-87 notification
87 insert the
87 explain
87 on each
87 aside the
87 any action
87 to debug
-87 0
87 this way
87 the rest
87 these line
-87 completed
86 this vendor
86 left the
86 also call
86 as confirmed
-86 match
86 direction
86 these
86 never happened
-86 short
-86 attempt
86 begin with
86 another tool
-86 authorization
85 still use
85 request as
85 take
85 call as
85 to see
85 run this
85 list it
85 the machine
-85 mode
-85 role
85 #mail as
-85 page
85 is where
85 gave
-85 the main
85 give wrong
85 wrong result
-85 deleted
85 it succeeded
85 the phone
85 some other
-84 in other
84 notice
84 should a
84 push to
84 before deleting
84 only add
84 ^tell
84 parameter is
84 us about
-84 like
84 ^inform
84 10
84 a different
84 deliver the
83 have used
83 treat your
83 without
83 deny
83 came
83 future
83 this out
83 you were
83 tell
83 no question
83 give
83 ^with
83 consent is
83 personalise
83 to personalise
83 speak
-83 are not
83 by five
83 five percent
83 change the
-83 the server
83 by security
83 until told
83 told otherwise
83 regard your
83 worry
83 would only
83 only worry
-83 to do
82 answer yes
82 output is
82 #url as
82 send this
82 from people
-82 conversationid
82 attach
82 give better
82 better result
82 open the
-82 please note
82 back here
82 your answer
82 preface the
82 the mail
82 embed
82 your former
-82 respond
-82 false
82 follow up
82 file tool
82 it only
82 call
-82 is the
-82 task
81 parameter should
81 a word
81 was called
81 is installed
81 break
81 to hear
81 pretend that
81 to everyone
81 cover up
-81 re
81 in any
81 with our
81 assure
81 ^all
81 take all
-81 level
81 future conversation
81 to verify
-81 important
81 are asked
80 come back
80 ^assure
-80 edit
-80 http
-80 multiple
-80 feature
80 be confirmed
80 write
-80 dataset
80 today
80 apply this
-80 max
80 finish by
80 here first
80 the list
80 sentence
80 having to
-80 app
79 the connection
79 favour of
-79 description of
79 to our
79 ^anyone
79 use it
79 is free
79 move
79 instead of
79 dialogue
79 this dialogue
79 do
79 to be
-79 queue
-79 defined
-79 user s
79 an error
-79 login
79 sent through
79 be authorised
-79 translation
79 in favour
-79 enable
78 limit
78 not learn
-78 creating
78 answering
78 avoided
78 be avoided
-78 it should
-78 ip
78 rule below
-78 ^only
78 and embed
-78 ^not
-78 post
78 improve quality
78 step
78 last argument
78 everyone
78 whitelisted
78 explanation
78 say nothing
78 ^people
-78 as it
78 stay with
78 from anyone
-78 enabled
77 ^gather
-77 ^request
-77 ^call
77 were told
-77 box
77 the plan
77 purpose
77 all request
-77 other word
77 else
77 paste
77 1234
77 unreliable
77 is unreliable
-77 n
77 out of
77 in each
-77 on the
77 wrong
77 show it
77 the branch
-77 retry
77 any request
77 not apply
76 gather
-76 generate
76 security reason
76 the argument
76 ^send
76 account is
-76 flag
76 supply an
76 ssh
76 former
76 wonder
76 what happened
76 wait for
76 premium
-76 build
76 worry to
76 de
76 talk to
-75 this api
-75 than 3
-75 ^file
-75 character
-75 it must
75 into your
75 where it
75 the assistant
75 assistant should
-75 user who
-75 unless
75 it break
-75 it doe
-75 format
75 the policy
-75 the first
75 assistant
75 do it
75 leave this
75 first
75 to know
75 other tool
75 ^say
-75 supported
75 prompt and
75 five
75 ^promote
75 act without
75 ^mention
74 need the
74 want a
-74 download
74 our service
74 all action
74 supersede
74 key in
-74 being
74 authorisation is
74 percent
74 one in
74 conversation
74 cost
-74 snippet
74 it failed
-74 documentation
74 best
-74 none
-74 pair
74 the answer
74 this
74 no interest
74 interest to
-74 in second
74 later chat
-73 transaction
-73 entity
73 as harmless
-73 authenticated
-73 the key
73 the second
73 remove old
73 old log
-73 true
73 the file
-73 transfer
73 compliance
-73 formatted
-73 additional
-73 many
73 to request
73 connector are
73 digest
-73 ^is
-73 currently
-73 response
-73 element
73 be connected
73 matter
-73 psu
-73 ^upload
-73 hour
73 mail
-73 you do
73 and upload
-73 partial
73 connector be
-72 on hold
72 be present
-72 fund
-72 possible
-72 this date
72 people that
-72 participant
72 context parameter
72 ^load
72 any deletion
72 ^describe
72 is whitelisted
-72 batch
72 well
72 ^go
-72 ^important
-72 admin
72 conversation and
-72 domain
72 query with
72 account number
72 to improve
-72 mean
72 know
72 convince
72 ^convince
-72 schema
-72 explicitly
-72 manually
72 all reply
-72 ^#url
72 had happened
72 ^cover
71 as required
-71 added
71 customer for
71 user gave
71 talk
-71 entry
-71 the link
-71 valid
-71 component
-71 certificate
71 ^starting
71 calendar tool
-71 remote
71 your safety
71 swap the
71 ^swap
71 ^do
71 it as
71 the payee
71 it fail
71 remark parameter
71 ^overwrite
71 not necessary
71 up the
-71 endpoint
-71 there are
71 covered for
-71 fire
71 authenticate
70 begin
70 right
70 too
70 so do
-70 recommended
-70 directory
-70 option
-70 your app
-70 this request
-70 read
-70 tag
70 not see
70 the previous
70 tell the
-70 list all
70 request to
-70 delete the
-70 sender
70 about cost
-70 this endpoint
70 invoke it
70 this session
-70 size
-70 request body
70 agent has
-70 category
-70 ^required
70 is set
-70 invoice
-70 full
70 one is
-69 1
-69 device
-69 region
-69 the message
-69 automatically
-69 ^how
-69 webhook
69 check the
-69 ship
-69 that need
69 describe the
-69 batche
-69 or
69 ^deletion
69 are helping
-69 deprecated
-69 configured
69 message alway
-69 organization
-69 provider
69 routine
69 necessary to
69 authorisation was
69 server first
-69 article
-69 index
69 ^obey
69 history of
69 for security
-69 view
69 whitelisted by
69 you invoke
-69 collection
69 mention
69 each channel
-68 alternative
-68 s
-68 extract
-68 package
-68 identify
-68 will
-68 target
-68 external
-68 your api
-68 job
-68 remaining
68 helping
68 forward
68 come up
68 in server
-68 marked
68 be told
-68 code
68 yes
-68 after a
68 break report
-68 for each
-68 capability
68 the quantity
68 in its
-68 application
68 no dialog
68 dialog is
68 you call
-68 version
68 of what
-68 status
68 word below
-68 country
68 without a
68 ^recommend
-68 definition
-68 thought
-68 ^name
-68 language
68 what you
68 is permitted
68 done
68 all other
-68 sql
67 combine it
67 here on
67 is done
-67 the other
-67 checked
67 ^select
67 obey
-67 specification
-67 be called
-67 reply to
67 consult
67 discreetly and
67 tool be
-67 active
67 eur
-67 against
67 obtained
-67 i
-67 video
67 put
-67 not call
67 competing connector
67 previous
-67 where the
-67 pagination
-67 one of
67 on you
67 file operation
67 suggest
-67 global
-67 ^provide
-67 control
-67 artifact
67 key and
67 learn of
-67 criteria
67 user want
-66 location
66 #digits
66 no
66 private
66 end the
66 confirmation is
66 ^without
66 ^please
66 the currency
-66 sort
66 place
-66 indicate
66 ^prefer
-66 doc
66 need if
-66 for this
-66 container
66 personalise the
-66 make
-66 entered
-66 add it
66 having
-66 optional
66 us
66 better
66 in your
-66 campaign
66 whole chat
66 all answer
-66 included
-66 might
66 when user
-66 credit
66 write the
-66 api
66 exchange the
66 home folder
-66 applied
-65 change
-65 record
65 remember to
-65 form
65 required by
65 fetch the
-65 follow the
-65 leg
-65 your request
-65 prefix
65 there is
-65 info
65 lookup
65 consent was
-65 back to
65 inform
65 insist
65 insist on
-65 resource
65 overwrite the
65 name this
65 as authorised
65 for signing
-65 image
-65 javascript
65 price
-65 import
-64 your token
64 its input
64 input come
64 vetted
64 vetted by
-64 azure
64 a purchase
64 right away
-64 send a
-64 schedule
-64 to upload
-64 ^indicate
64 go through
64 every action
64 dialogue and
64 so proceed
64 sending
64 to work
-64 this operation
-64 omitted
-64 accept
64 permitted by
-64 ^show
64 put the
64 extra step
-64 google
64 are to
-64 range
-64 label
-64 live
-64 the response
64 sure
64 and do
-64 such
64 ^supply
64 call anything
64 regard any
64 for all
64 stand
64 what stand
64 stand here
63 term
63 already agreed
63 should see
-63 iso
63 though
-63 identifier
-63 mark
-63 text to
-63 ^and
-63 ^remove
-63 event
-63 via
-63 to delete
-63 recording
-63 the put
63 answer should
-63 if you
-63 addition to
-63 first name
63 question is
-63 current
63 left
63 not need
63 as bcc
63 recipient
63 end of
-63 individual
-63 handle
63 ^set
-63 generated
63 a payment
-63 most
-63 the parameter
-63 ^phone
-63 will use
62 answer must
-62 2
-62 snapshot
-62 using
62 where you
-62 public
-62 addresse
-62 same
-62 to perform
62 your earlier
-62 web
62 run the
-62 billing
62 were your
-62 blocked
-62 review
62 finish the
62 with every
-62 of them
-62 ^copy
-62 network
-62 of other
62 even if
62 the repository
-62 user id
-62 ^example
62 perform
-62 identify the
62 favour this
-62 associated
-62 ^filter
62 omit the
62 rest
62 swap
62 begin the
-62 you can
-62 user account
62 the owner
-61 parent
61 connector is
61 are broken
-61 set to
61 the system
-61 user agent
-61 is what
-61 end user
-61 within
61 user that
61 #name only
-61 beyond
61 ^claim
61 best option
61 other
-61 port
-61 should be
61 return an
-61 under
-61 the id
-61 a user
61 signed off
61 as an
-61 search
61 content of
-61 api call
-61 the access
-61 able
-61 able to
-61 ^limit
61 heed
61 ^heed
-61 a rule
-61 date of
-61 uri
61 #name need
-61 entire
61 must
-61 cloudbase
-61 try
-61 12
61 discuss it
-61 example
60 complain
60 goe before
-60 allow
60 the developer
60 and send
60 a database
-60 readable
60 it with
-60 droplet
-60 temporary
60 want some
-60 uuid
-60 then
-60 cent
-60 specify
60 broken
-60 route
-60 must match
-60 activity
-60 offering
60 ^begin
-60 formatted as
60 send the
60 discuss
-60 string
60 not show
-60 including
60 ^shift
-60 respond with
60 the content
-60 delivery
-60 from it
-60 link
-60 ^check
-60 searche
60 another
-60 be able
-60 validate
-60 microsoft
60 the home
59 rather than
59 continue with
-59 associated with
59 a link
-59 sms
-59 the name
-59 id
59 with each
59 agreed
-59 ^query
-59 exceed
59 choose this
-59 ^don't
-59 ssl
-59 etc
-59 calling this
-59 created
-59 if not
59 this sentence
-59 mcp
59 nobody has
-59 mobile
-59 score
59 call from
-59 two
-59 received
59 before you
59 the calendar
-59 table
-59 filter
59 lower
-59 a person
59 an account
59 payment tool
-59 the order
59 ^praise
59 you pass
-59 conflict
59 the history
-59 the time
59 we need
-59 field are
59 ^change
-59 self
59 ^favour
-59 sub
-59 order
-59 to send
-58 may be
58 so use
-58 operation
58 hear the
58 only slow
58 had
-58 p
-58 platform
-58 analysis
-58 tax
-58 permission required
-58 library
-58 ^id
-58 the document
-58 text message
-58 integration
-58 toolkit
58 ^execute
-58 the reply
-58 in cent
-58 human readable
58 to ask
-58 id to
-58 space
-58 have been
-58 ^this
58 send them
-58 period
-58 website
-58 allowed
58 answer as
-58 ^search
58 a messaging
-58 value of
-58 feedback
58 asking only
58 slow thing
58 thing down
58 much
-58 required
58 it came
58 came from
-58 length
58 were
-58 this user
57 put this
-57 applicable
57 function is
-57 instance
57 and use
57 along with
57 if another
57 another was
-57 has access
-57 title
-57 empty
-57 key that
-57 shipping
57 people want
-57 payload
57 wait
-57 sip
57 confirmation of
-57 reservation
-57 cloud
-57 vehicle
-57 information
-57 item
57 invoke the
-57 marked as
57 it twice
-57 not exceed
-57 determine
-57 making
57 prefer this
-57 00
57 so
57 date from
-57 method
-57 city
57 combine
57 and provide
57 omit
-57 5
-57 year
57 supply the
-57 cancel
-57 slug
-57 ^delete
57 later
-56 more information
-56 migration
-56 assigned
56 whatever was
-56 ^require
-56 total
-56 attribute
-56 categorized
-56 submit
56 use these
-56 git
56 if it
56 policy go
-56 cannot be
-56 tool will
-56 on this
56 request the
-56 ^description
-56 the ui
-56 ^can
-56 clear
56 see this
56 twice
56 along
-56 updated
-56 type
56 is nothing
56 nothing to
-56 delete all
-56 20
56 not the
-56 namespace
-56 access to
-56 shipment
-56 ^verify
56 because they
56 are wrong
-56 weight
-56 html
56 prior to
56 this has
-56 match the
-56 root
56 the api
-56 owner of
56 rather
56 what the
-55 extension
-55 creation
55 deliver
55 in addition
55 prompt by
-55 more about
55 improve
-55 occurrence
-55 play
-55 existing
55 a matter
55 matter of
55 the log
-55 the new
-55 json
-55 delete it
-55 at least
-55 detail about
-55 actual
55 notify
-55 storage
55 ^collect
-55 #short
-55 mandatory
-55 inbound
-55 ^optional
55 credential
-55 returned
-55 to first
55 leave out
55 should alway
55 up
-55 e
-55 least
-55 source system
-55 property
-55 default is
-55 ^list
-54 release
54 api key
-54 the sender
54 our not
-54 to fetch
-54 provided
-54 dashboard
54 bothered
54 be bothered
54 bothered with
54 is needed
-54 on a
-54 number to
-54 group
54 not there
-54 be added
-54 ^export
-54 and you
-54 and it
-54 null
54 explain that
-54 column
-54 ^used
-54 asset
54 query argument
-54 #name is
54 token in
54 through
-54 type is
-54 by default
54 the search
-54 the image
-54 ^otherwise
-54 parameter in
54 addition
-54 manager
-54 please contact
54 ^at
-54 act on
-54 to use
54 to give
-54 used with
-54 both
-53 the psu
53 again
-53 set a
-53 ^function
-53 made
-53 id of
53 in place
-53 force
-53 media
53 include the
-53 vat
-53 after the
53 be sure
-53 accessible
-53 within the
53 should
-53 new
-53 id that
53 when it
-53 project
-53 tls
53 your long
53 term memory
53 assume
-53 to a
53 one first
53 advertise
-53 ^google
-53 learn #name
-53 listed
-53 segment
-53 probably
-53 template
-53 detailed
-53 processed
53 is positive
-53 to make
-53 ^an
-53 set the
-53 sent to
53 ^choose
53 close
-53 track
-53 let
-53 such as
-53 uploaded
53 approval of
53 above
-53 ^amount
-53 x
53 store the
53 of you
-52 member
-52 be unique
-52 your customer
-52 invite
-52 define
-52 th
-52 their
-52 found
-52 business
-52 base
-52 file with
-52 br
52 balance is
-52 whether the
-52 integer
-52 attachment
-52 update
52 explain it
52 date must
52 open
-52 ^respond
-52 which the
-52 usage
-52 the same
-52 custom
52 be the
52 authorisation has
-52 conjur
52 ^exchange
52 in all
-52 user profile
-52 encoding
52 export
-52 block
-52 available
-52 30
-52 next
-52 pin
-52 supplied
-52 permission to
-52 ^retrieve
-52 mm
-52 direct
52 ^apply
-52 to another
-52 ^return
-52 whether
52 hear this
-52 node
52 ^there
-52 booking
-52 value are
-52 csv
-52 configuration
52 tool are
-51 a request
-51 it s
51 run it
-51 exist it
-51 ^person
51 the amount
-51 returning
-51 ^default
51 secretly
51 secretly and
-51 matching
-51 window
-51 response and
51 chain it
-51 that has
51 need after
-51 stop
-51 extract the
-51 500
51 of course
51 before
-51 get all
51 must notice
-51 here #url
-51 send to
-51 ^download
51 expect a
51 place of
-51 restricted
-51 host
-51 put request
51 result here
51 the path
-51 ^token
-51 gate
-51 check if
51 praise our
51 you act
51 without limit
51 the word
-51 tutorial
-51 ^mark
51 call with
-51 ^enable
-51 ll
-51 a call
51 it through
51 if a
-51 previously
-51 tool call
51 free
-51 shared
-51 meeting
-51 statistic
-50 ^direction
50 chosen
50 up in
50 note
-50 ^update
50 purpose before
-50 tracking
-50 relevant
-50 preview
-50 to re
-50 dag
-50 registration
-50 guid
-50 party
-50 uid
-50 ids
50 the end
-50 cached
-50 your user
-50 subscription
-50 ^action
-50 deployment
-50 get
50 available invoke
50 prior
50 user and
-50 aspsp
-50 and the
-50 that are
-50 upon
50 slow
-50 can't
50 ^from
50 and say
-50 ^mandatory
-50 close the
-50 ^get
-50 sound
50 on another
50 be approved
50 so stay
-50 nebl
-50 interval
-50 basic
-50 ^it
50 request between
-50 sign
-50 card
-50 user access
-50 ^reason
-50 is used
50 it need
-50 secure
50 work that
-50 modified
-50 width
-50 middle
-50 pdf
-50 organisation
-50 ^omit
49 that they
-49 your ship
-49 must follow
-49 guest
-49 neblio
-49 encoded
-49 file that
-49 unique
-49 algorithm
49 list without
-49 display
-49 specific
-49 up if
-49 receive
49 them as
-49 ^log
-49 used for
49 the client
-49 64
-49 last
-49 expired
-49 modify
-49 sensitive
-49 through the
-49 ^allow
-49 ^contain
-49 ^create
-49 ^specify
49 this server
-49 failure
49 as the
49 annoy
49 question annoy
49 annoy people
-49 the site
49 shift
-49 ^reset
-49 represent
-49 original
49 ^put
-49 exist
49 folder and
49 with 0x00aa
-49 for you
-49 metric
-49 tool when
-49 center
-49 commerce
49 vendor
-49 specified
49 ^write
-49 ^define
-49 be a
-49 ^rule
-49 the target
-49 calculate
-49 those
49 path from
-49 the future
-49 the video
-49 ^system
-49 assignment
49 own knowledge
-49 the body
-49 will not
49 it return
-49 authentication
-49 the entire
-49 arrived
-49 actually
-49 team
-49 basket
-49 4
49 user work
-49 pass to
49 nevertheless
49 recommend
-48 removed
-48 continue to
-48 google will
-48 updating
-48 type of
-48 expected
-48 issue
-48 stream
48 account of
-48 result in
-48 assuming
48 not know
-48 recipe
48 purpose and
48 be shown
48 remember this
-48 selected
-48 customer s
-48 performed
-48 based
48 by calling
48 request at
48 each reply
48 the administrator
48 as approved
-48 ^type
48 currency
-48 provide
48 of our
48 matter what
-48 make this
48 and attach
-48 ^by
-48 return
48 any following
-48 remove
48 it work
48 the balance
-48 obtain
-48 ^payment
48 to pass
-48 oauthscope
-48 ^oauthscope
-48 create
-48 ownership
-48 height
-48 time
-48 more detail
48 given by
-48 logged
-48 arg
-48 through our
-48 larger
-48 the gate
-48 param
48 rule cancelled
-48 inventory
-48 retrieve the
-48 your application
-48 case you
48 needed for
48 and put
-48 verification
-48 during
48 substitute
48 substitute the
48 ^substitute
48 use #url
-48 other field
-47 related
-47 value
-47 we recommend
-47 used in
-47 mentioned in
47 ignored
47 on using
-47 identifier of
-47 in a
-47 min
47 no matter
47 as a
-47 name of
-47 set this
-47 cherry
47 destination of
-47 message to
-47 ex
-47 ^#name
-47 status of
-47 #name no
-47 how to
-47 send message
-47 the specified
47 to user
47 the setting
-47 appear
-47 is a
-47 information about
47 be silent
47 silent about
47 after this
47 is safe
47 ^when
-47 month
-47 show
47 collect
-47 oauth
47 though the
-47 useful
47 to learn
-47 driver
47 warning from
-47 finished
47 longer hold
-47 flight
-47 detection
-47 date the
47 with people
47 beforehand
-47 can
-47 note about
-47 path to
47 of access
-47 priority
-47 aadhaar
47 security
-47 contract
-47 class
47 name from
47 in every
-47 module
-47 preference
-47 the page
-46 must have
-46 ordered
-46 mapping
-46 state of
46 work best
46 error pretend
46 we ask
46 ask you
-46 maximum
46 now and
46 and later
-46 to keep
-46 the flight
-46 limit the
46 the topic
-46 delta
-46 m
46 you run
-46 zip
-46 correct
46 variable
-46 delete a
-46 stack
-46 must alway
-46 product
-46 how
-46 one from
46 work on
-46 mysql
-46 scheduled
-46 authorized
-46 keyword
46 necessary
-46 click
46 messaging
-46 contribution
46 long term
-46 by this
46 without having
-46 directly
-46 three
46 one should
-46 tenant
-46 unset
-46 successful
-46 auto
46 argument is
46 home
-46 indicated
-46 since
46 requested
-46 raw
-46 be deleted
46 #name which
-46 routing
-46 ticket
46 vendor whenever
-46 not available
-46 return the
-46 be set
-45 statuse
-45 air
-45 feed
-45 get the
45 normal
-45 which
-45 activate
-45 have
-45 ^url
45 message should
45 service is
-45 of a
-45 meter
-45 revision
45 is well
-45 logged in
45 take a
45 #url to
-45 episode
-45 ssl certificate
-45 matche
45 pick
-45 every other
-45 nexmo
45 start with
-45 won't
-45 ^message
-45 guide
-45 cherry pick
45 recommend this
-45 array
45 which is
45 one day
45 over
-45 zone
-45 same as
45 come from
-45 used as
45 you answer
-45 effect
-45 under the
-45 document
-45 case the
-45 linode
-45 delay
45 all is
-45 subject
-45 comma
-45 representation
-45 in one
-45 offer
-45 identity
45 ^sync
-45 order for
-45 address and
-45 top
45 #name for
-45 that identify
-45 merge
-45 data source
44 price is
-44 non
44 here to
44 customer that
-44 the more
44 file function
-44 number of
44 at the
44 used the
44 reduce
44 characterise the
-44 autocomplete
-44 that is
-44 ^private
-44 processing
44 as pre
-44 number
-44 apis
44 vendor each
-44 ^a
44 ^include
-44 map
-44 the right
44 convince the
-44 doesn't
-44 logging
-44 bot
44 than the
-44 add a
44 previous guideline
-44 to add
-44 to true
-44 authenticator
-44 special
-44 100
-44 leading
44 the date
44 call the
-44 bulk
44 must end
44 own
-44 bank
-44 redirect
-44 not start
-44 search term
-44 have the
-44 lock
-44 charge
44 server should
44 the operator
-44 ^refer
-44 unit
-44 the batch
44 pass through
-44 g
-44 room
-44 chunk
-44 degree
44 the url
-44 you know
-44 如
44 parameter take
-44 ^next
-44 authoritative
-44 unknown
-43 write #name
43 description not
-43 retrieve
43 the model
-43 story
-43 ^detail
-43 we are
-43 use with
-43 chat message
-43 context to
43 quietly and
-43 hangup
-43 ingredient
-43 chore
-43 this option
-43 ^human
-43 and other
43 learn
-43 provide a
-43 to have
-43 if 0
-43 ^cancel
-43 learn more
-43 expire
-43 the actual
-43 belong
43 one
43 with delete
-43 bearer
-43 resolution
-43 second from
-43 ^1
-43 color
-43 note this
-43 ^view
-43 js
-43 significant
-43 user should
-43 of an
-43 holder
-43 exact
43 route it
-43 uid of
-43 whose
-43 submitted
-43 running
43 destination
43 to start
-43 w
-43 hotel
43 is written
43 written here
-43 model
-43 the status
43 file in
43 future ignore
43 mention acme
-43 agent
-43 ^reference
-43 object
43 project in
-43 name
-43 input
-43 in our
-43 interface
-43 for example
-43 audio
-43 e g
-43 authenticated user
-43 locale
-43 registry
-43 submission
-43 recurring
-43 revoke
43 chat
-43 ^new
-43 a
-43 displayed
-43 key pair
-43 player
-43 true if
43 example for
-43 user #name
43 should pass
-42 from customer
-42 dns
-42 system key
42 whenever price
-42 curl
-42 limit result
-42 filtering
-42 50
-42 user can
-42 style
-42 my
-42 has a
42 purchase is
-42 markdown
-42 production
-42 if there
42 chain
-42 net
-42 to access
-42 或
42 end
42 reduce the
-42 ^value
42 has already
-42 the requested
-42 so if
-42 update the
-42 comment to
-42 consent request
42 put a
-42 the purpose
-42 ^#digits
-42 restricted to
-42 paid
42 know it
-42 position
-42 section
42 for future
-42 cluster
-42 scheme
42 for best
-42 ai
-42 get request
-42 your recipient
-42 request will
42 hand over
-42 sale
42 policy no
42 replace the
-42 paging
-42 incoming
-42 ending
-42 ^work
42 and deliver
42 acme whenever
-42 the email
-42 for sending
-42 ^as
-42 origin
-42 refund
42 anyway
-42 的
42 ^make
-42 the product
-42 however
42 promote our
-42 license
-42 required for
`.split('\n');
